import { ObjectId } from 'bson'
import { doc, int, type Doc } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { MAX_BATCH, MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES, SESSION_MINUTES, SET_NAME, WIRE_VERSION } from '../limits.js'
import { docsOption, namespaceOf, type Command, type Context } from './command.js'
import { measure } from '../storage/measure.js'
import { numberOf } from '../txn/sessions.js'
import { storeReply } from '../txn/replies.js'

const VERSION = '7.0.0'
const ELECTION = new ObjectId('7fffffff0000000000000001')

/** Describes this server: the only member and primary of a replica set, at exactly the address that clients use. */
function helloReply(context: Context): Doc {
  const me = context.address
  const now = new Date()
  return doc({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    secondary: false,
    setName: SET_NAME,
    setVersion: int(1),
    hosts: [me],
    primary: me,
    me,
    electionId: ELECTION,
    lastWrite: doc({ lastWriteDate: now, majorityWriteDate: now }),
    maxBsonObjectSize: int(MAX_DOCUMENT_BYTES),
    maxMessageSizeBytes: int(MAX_MESSAGE_BYTES),
    maxWriteBatchSize: int(MAX_BATCH),
    localTime: now,
    logicalSessionTimeoutMinutes: int(SESSION_MINUTES),
    connectionId: int(context.connection),
    minWireVersion: int(0),
    maxWireVersion: int(WIRE_VERSION),
    readOnly: false,
  })
}

export const hello: Command = {
  options: [
    'helloOk',
    'client',
    'compression',
    'loadBalanced',
    'saslSupportedMechs',
    'speculativeAuthenticate',
    'topologyVersion',
    'maxAwaitTimeMS',
    'hostInfo',
    'backpressure',
  ],
  run: (command, context) => new Map([...helloReply(context), ...context.access.greeting(command, context.connection)]),
}

export const saslStart: Command = {
  options: ['mechanism', 'payload', 'autoAuthorize', 'options', 'db'],
  run: (command, { access, connection }) => access.start(command, connection),
}

export const saslContinue: Command = {
  options: ['conversationId', 'payload'],
  run: (command, { access, connection }) => access.continue(command, connection),
}

const answering = (answer: (context: Context) => Doc, options: readonly string[] = []): Command => ({
  options,
  run: (_, context) => answer(context),
})

export const ping = answering(() => new Map())

export const buildInfo = answering(() =>
  doc({
    version: VERSION,
    gitVersion: 'docstore',
    versionArray: [7, 0, 0, 0].map(int),
    modules: ['docstore'],
    bits: int(64),
    maxBsonObjectSize: int(MAX_DOCUMENT_BYTES),
  }),
)

const commandCounts = ({ counts }: Context): Doc =>
  new Map([...counts.commands].map(([name, total]) => [name, doc({ total: BigInt(total) })]))

export const serverStatus: Command = {
  // Sections are selected by name; unknown ones are absent, as on a server without them.
  options: ['repl', 'metrics', 'locks', 'transactions', 'wiredTiger', 'tcmalloc', 'network', 'opcounters'],
  run: (_, context) =>
    doc({
      host: context.address,
      version: VERSION,
      process: 'docstore',
      pid: BigInt(process.pid),
      uptime: (Date.now() - context.startedAtMs) / 1000,
      localTime: new Date(),
      metrics: doc({ commands: commandCounts(context) }),
      transactions: doc({ totalCommitted: BigInt(context.counts.committedTransactions) }),
      storageEngine: doc({ name: 'docstore', persistent: true, supportsCommittedReads: true }),
    }),
}

export const connectionStatus = answering(
  () => doc({ authInfo: doc({ authenticatedUsers: [], authenticatedUserRoles: [] }) }),
  ['showPrivileges'],
)

export const whatsmyuri = answering((context) => doc({ you: context.address }))

export const getParameter: Command = {
  options: ['featureCompatibilityVersion', 'allParameters', 'comment'],
  run(command) {
    if (!command.has('featureCompatibilityVersion'))
      fail(Code.CommandNotSupported, 'only the parameter featureCompatibilityVersion is known to docstore')
    return doc({ featureCompatibilityVersion: doc({ version: '7.0' }) })
  },
}

export const replSetGetStatus = answering((context) =>
  doc({
    set: SET_NAME,
    myState: int(1),
    members: [
      doc({
        _id: int(0),
        name: context.address,
        health: 1,
        state: int(1),
        stateStr: 'PRIMARY',
        self: true,
      }),
    ],
  }),
)

export const dbStats: Command = {
  options: ['scale', 'freeStorage'],
  *run(_, context) {
    const own = [...context.reader.catalog.values()].filter((info) => info.database === context.database)
    let objects = 0
    for (const info of own) objects += (yield* measure(context.reader.connection, info.id)).count
    const indexes = own.reduce((total, info) => total + info.indexes.length, 0)
    return doc({
      db: context.database,
      collections: int(own.length),
      views: int(0),
      objects: int(objects),
      indexes: int(indexes),
    })
  },
}

export const collStats: Command = {
  options: ['scale'],
  *run(command, context) {
    const namespace = namespaceOf(command, command.has('collStats') ? 'collStats' : 'collstats', context.database)
    const info = context.reader.catalog.get(namespace)
    const { count, size } = info ? yield* measure(context.reader.connection, info.id) : { count: 0, size: 0 }
    return doc({
      ns: namespace,
      count: int(count),
      size: int(size),
      nindexes: int(info?.indexes.length ?? 0),
      capped: false,
    })
  },
}

export const commitTransaction: Command = {
  options: ['recoveryToken', 'coordinator'],
  async run(command, context) {
    const session = context.session ?? fail(Code.InvalidOptions, 'commitTransaction needs a session')
    const number = numberOf(command)
    await context.sessions.commit(session, number, () =>
      storeReply(context.store.connection, session.id, number, undefined),
    )
    context.counts.committedTransactions += 1
    return new Map()
  },
}

export const abortTransaction: Command = {
  options: ['recoveryToken'],
  run(command, context) {
    context.sessions.abortNumbered(
      context.session ?? fail(Code.InvalidOptions, 'abortTransaction needs a session'),
      numberOf(command),
    )
    return new Map()
  },
}

const onSessions = (name: string, run: (lsids: Doc[], context: Context) => void): Command => ({
  options: [],
  run(command, context) {
    run(docsOption(command, name), context)
    return new Map()
  },
})

export const endSessions = onSessions('endSessions', (lsids, context) => context.sessions.end(lsids))
export const killSessions = onSessions('killSessions', (lsids, context) => context.sessions.end(lsids))
export const refreshSessions = onSessions('refreshSessions', (lsids, context) =>
  lsids.forEach((lsid) => context.sessions.find(lsid)),
)

export const startSession = answering(() => doc({ timeoutMinutes: int(SESSION_MINUTES) }))
