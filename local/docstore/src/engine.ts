import { Binary, Timestamp } from 'bson'
import { Access, type StoreUser } from './auth/access.js'
import { encode } from './bson/encode.js'
import { embed } from './bson/raw.js'
import { doc, int, isDoc, truthy, type Doc, type Value } from './bson/values.js'
import { checkOptions, type Command, type Context, type Counts } from './commands/command.js'
import { COMMANDS, REFUSED_COMMANDS } from './commands/registry.js'
import { failedWrite } from './commands/write.js'
import { Code, DocstoreError, fail } from './errors.js'
import { SESSION_MINUTES, TTL_PERIOD_MS } from './limits.js'
import { Cursors } from './query/cursors.js'
import { removeExpired } from './index/ttl.js'
import { LOG_LIMITS, type LogLimits } from './storage/log-limit.js'
import { Store } from './storage/store.js'
import type { ReadUnit } from './storage/unit.js'
import { View } from './storage/view.js'
import { asSteps, isSteps, type Steps } from './steps.js'
import { dropReplies, storedReply, storeReply } from './txn/replies.js'
import { lsidOf, numberOf, Sessions, type Session } from './txn/sessions.js'
import type { Transaction } from './txn/transaction.js'
import type { Responder } from './wire/server.js'

/** How often a long read restarts after the limit of the log has ended its snapshot. */
const SNAPSHOT_TRIES = 3

/** A constant cluster time: nothing is signed here, and drivers return it unread. */
const SIGNATURE = embed(encode(doc({ hash: new Binary(Buffer.alloc(20), 0), keyId: 0n })))

export interface EngineOptions {
  logLimits?: LogLimits
  /** If given, every client must authenticate as one of them. */
  users?: readonly StoreUser[]
  /** The data aren't kept for longer than this engine: commits survive its end, but not that of the machine. */
  isThrownAway?: boolean
}

/** Executes commands on one data folder. */
export class Engine implements Responder {
  private readonly store: Store
  private readonly access: Access
  private readonly cursors = new Cursors()
  private readonly sessions: Sessions
  private readonly startedAtMs = Date.now()
  private readonly counts: Counts = { commands: new Map(), committedTransactions: 0 }
  private readonly timer: NodeJS.Timeout
  private increment = 0
  /** `host:port` at which clients reach it. */
  address = ''

  /** Opens the folder. @throws FolderInUse when another process has opened it. */
  constructor(folder: string, { logLimits = LOG_LIMITS, users, isThrownAway = false }: EngineOptions = {}) {
    this.access = new Access(users)
    this.store = new Store(folder, logLimits, isThrownAway)
    this.sessions = new Sessions(this.store)
    this.timer = setInterval(() => void this.sweep(), TTL_PERIOD_MS).unref()
  }

  close(): void {
    clearInterval(this.timer)
    this.sessions.close()
    this.store.close()
  }

  disconnected(connection: number): void {
    this.sessions.disconnected(connection)
    this.access.disconnected(connection)
  }

  /** Deletes expired documents of TTL indexes, cursors, sessions and replies kept for retries. */
  async sweep(nowMs = Date.now()): Promise<void> {
    this.cursors.sweep(nowMs)
    this.sessions.sweep(nowMs)
    try {
      await removeExpired(this.store, nowMs)
      await this.store.write(() => asSteps(() => dropReplies(this.store.connection, nowMs - SESSION_MINUTES * 60_000)))
    } catch (error) {
      process.stderr.write(`docstore: sweeping failed, next try in a minute: ${(error as Error).message}\n`)
    }
  }

  async respond(command: Doc, connection: number): Promise<Doc> {
    try {
      const reply = await this.run(command, connection)
      reply.set('ok', 1)
      return this.stamped(reply)
    } catch (error) {
      return this.stamped(errorReply(error))
    }
  }

  private async run(command: Doc, connection: number): Promise<Doc> {
    const [name] = command.keys() as IterableIterator<string>
    const found = COMMANDS.get(name ?? '')
    if (!found || name === undefined) return unknownCommand(name ?? '')
    this.counts.commands.set(name, (this.counts.commands.get(name) ?? 0) + 1)
    this.access.check(name, command.get('$db'), connection)
    checkOptions(name, command, found.options)
    const database = command.get('$db')
    if (typeof database !== 'string' || database === '' || /[\s./\\"$\0]/.test(database))
      fail(Code.InvalidNamespace, 'Invalid database name')
    checkConcern(command)
    const lsid = lsidOf(command)
    const session = lsid && this.sessions.find(lsid)
    if (command.get('autocommit') !== false || name === 'commitTransaction' || name === 'abortTransaction')
      return this.alone(found, (view) => this.context(database, connection, command, session, view), command)
    const context = this.context(database, connection, command, session, this.store)
    return this.inTransaction(found, name, command, context)
  }

  /** Runs a command on a dedicated snapshot, and again on a newer one if that snapshot was ended. */
  private async alone(found: Command, contextOf: (view: View) => Context, command: Doc): Promise<Doc> {
    for (let tries = 1; ; tries++) {
      const view = new View(this.store)
      try {
        return await this.result(found.run(command, contextOf(view)), () => view.check())
      } catch (error) {
        if (!(error instanceof DocstoreError) || error.code !== Code.SnapshotTooOld || tries === SNAPSHOT_TRIES)
          throw error
      } finally {
        view.release()
      }
    }
  }

  /** Runs a command to its end, in steps. */
  private result(running: Doc | Steps<Doc> | Promise<Doc>, check: () => void): Doc | Promise<Doc> {
    if (running instanceof Promise || !isSteps<Doc>(running)) return running
    return this.store.tasks.run(running, check)
  }

  private async inTransaction(found: Command, name: string, command: Doc, context: Context): Promise<Doc> {
    const session = context.session ?? fail(Code.InvalidOptions, 'a transaction needs a session')
    if (truthy(command.get('startTransaction'))) await this.store.admission
    const transaction = this.sessions.transactionFor(session, command, context.connection)
    try {
      if (!found.inTransaction)
        fail(Code.OperationNotSupportedInTransaction, `Cannot run '${name}' in a multi-document transaction.`)
      const running = found.run(command, { ...context, ...this.unitsOf(transaction) })
      const reply = await this.result(running, () => transaction.check())
      if (failedWrite(reply)) this.sessions.abort(session)
      return reply
    } catch (error) {
      this.sessions.abort(session)
      if (error instanceof DocstoreError && error.code === Code.WriteConflict)
        error.labels.push('TransientTransactionError')
      throw error
    }
  }

  private unitsOf(transaction: Transaction): Pick<Context, 'transaction' | 'reader' | 'write'> {
    const { tasks } = this.store
    const check = () => transaction.check()
    return {
      transaction,
      reader: transaction,
      write: (work) =>
        tasks.run(
          asSteps(() => work(transaction)),
          check,
        ),
    }
  }

  private context(
    database: string,
    connection: number,
    command: Doc,
    session: Session | undefined,
    reader: ReadUnit,
  ): Context {
    const { access, store, cursors, sessions, startedAtMs, address, counts } = this
    const number = session && command.has('txnNumber') ? numberOf(command) : undefined
    const write = (work: (unit: Store) => Doc | Steps<Doc>): Promise<Doc> =>
      session && number !== undefined ? this.once(session, number, work) : store.write(() => asSteps(() => work(store)))
    return {
      store,
      access,
      cursors,
      sessions,
      startedAtMs,
      address,
      counts,
      database,
      connection,
      reader,
      write,
      ...(session ? { session } : {}),
    }
  }

  /** Runs a numbered write once; a retry returns the stored reply. */
  private once(session: Session, number: bigint, work: (unit: Store) => Doc | Steps<Doc>): Promise<Doc> {
    const { store } = this
    this.sessions.retryable(session, number)
    return store.write(function* () {
      const stored = storedReply(store.connection, session.id)
      if (stored && stored.number === number && stored.reply) return stored.reply
      if (stored && stored.number > number)
        fail(Code.TransactionTooOld, `Retryable write ${number} is older than ${stored.number}`)
      const reply = yield* asSteps(() => work(store))
      storeReply(store.connection, session.id, number, reply)
      return reply
    })
  }

  private stamped(reply: Doc): Doc {
    const time = new Timestamp({
      t: Math.floor(Date.now() / 1000),
      i: (this.increment = (this.increment + 1) % 0x7fffffff) + 1,
    })
    reply.set('operationTime', time)
    reply.set('$clusterTime', doc({ clusterTime: time, signature: SIGNATURE }))
    return reply
  }
}

function unknownCommand(name: string): never {
  if (REFUSED_COMMANDS.has(name)) fail(Code.CommandNotSupported, `the command ${name} is not supported by docstore`)
  return fail(Code.CommandNotFound, `no such command: '${name}'`)
}

const READ_LEVELS: Value[] = ['local', 'available', 'majority', 'linearizable', 'snapshot']

function checkConcern(command: Doc): void {
  const read = command.get('readConcern')
  if (!isDoc(read)) return
  const level = read.get('level')
  if (level !== undefined && !READ_LEVELS.includes(level)) fail(Code.FailedToParse, 'Unrecognized readConcern level')
  if (level === 'snapshot' && !truthy(command.get('startTransaction')))
    fail(Code.CommandNotSupported, 'snapshot reads outside transactions are not supported by docstore')
}

const SQLITE_FULL = 13

function errorReply(cause: unknown): Doc {
  const isFull = (cause as { errcode?: number } | undefined)?.errcode === SQLITE_FULL
  const error = isFull ? new DocstoreError(Code.OutOfDiskSpace, (cause as Error).message) : cause
  if (!(error instanceof DocstoreError)) {
    process.stderr.write(`docstore: ${(error as Error).stack ?? String(error)}\n`)
    return doc({
      ok: 0,
      errmsg: `internal error: ${(error as Error).message}`,
      code: int(Code.InternalError),
      codeName: 'InternalError',
    })
  }
  const reply: Doc = new Map<string, Value>([
    ['ok', 0],
    ['errmsg', error.message],
    ['code', int(error.code)],
    ['codeName', error.codeName],
  ])
  for (const [key, value] of error.extra ?? []) reply.set(key, value)
  if (error.labels.length > 0) reply.set('errorLabels', [...error.labels])
  return reply
}
