import { Binary } from 'bson'
import { doc, int, isDoc, toNumber, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { nameIn, ScramConversation, scramUser, type ScramUser } from './scram.js'

/** A user, who may do everything in one database, or in all of them if none is given. */
export interface StoreUser {
  user: string
  password: string
  database?: string
}

interface KnownUser {
  scram: ScramUser
  database: string | undefined
}

/** Commands that need no authentication, as on the real server: a driver uses them to connect and sign in. */
const OPEN_COMMANDS: ReadonlySet<string> = new Set([
  ...['hello', 'isMaster', 'ismaster', 'ping', 'buildInfo', 'buildinfo', 'connectionStatus', 'whatsmyuri'],
  ...['saslStart', 'saslContinue'],
])
/** Commands of a session or a server, which concern no database; a driver sends them to `admin`. */
const SESSION_COMMANDS: ReadonlySet<string> = new Set([
  ...['commitTransaction', 'abortTransaction', 'endSessions', 'refreshSessions', 'startSession'],
])
const MECHANISM = 'SCRAM-SHA-256'

interface Conversation {
  user: KnownUser
  scram: ScramConversation
  /** True when the client expects one more, empty exchange after the proofs. */
  expectsEmptyExchange: boolean
  isProved: boolean
}

/** Authenticated users by connection. Without users the store is open to every client. */
export class Access {
  private readonly users: ReadonlyMap<string, KnownUser>
  private readonly conversations = new Map<number, Conversation>()
  private readonly signedIn = new Map<number, KnownUser>()

  constructor(users: readonly StoreUser[] = []) {
    this.users = new Map(
      users.map(({ user, password, database }) => [user, { scram: scramUser(user, password), database }]),
    )
  }

  /** @throws DocstoreError 13 unless the command is open to everyone or the connection's user may send it. */
  check(command: string, database: Value | undefined, connection: number): void {
    if (this.users.size === 0 || OPEN_COMMANDS.has(command)) return
    const user = this.signedIn.get(connection)
    if (!user) return fail(Code.Unauthorized, `Command ${command} requires authentication`)
    if (user.database === undefined || user.database === database || SESSION_COMMANDS.has(command)) return
    fail(Code.Unauthorized, `not authorized on this database to execute command ${command}`)
  }

  disconnected(connection: number): void {
    this.conversations.delete(connection)
    this.signedIn.delete(connection)
  }

  /**
   * Returns the extra fields of a `hello` reply: a user's mechanisms, and the reply to a speculative authentication.
   */
  greeting(command: Doc, connection: number): Doc {
    const added: Doc = new Map()
    if (this.users.size === 0) return added
    if (this.isKnown(command.get('saslSupportedMechs'))) added.set('saslSupportedMechs', [MECHANISM])
    const request = command.get('speculativeAuthenticate')
    if (!isDoc(request) || request.get('db') !== 'admin') return added
    try {
      return added.set('speculativeAuthenticate', this.start(request, connection))
    } catch {
      return added // The client then sends `saslStart` and gets the error.
    }
  }

  /** Answers `saslStart`. @throws DocstoreError 18, 334. */
  start(command: Doc, connection: number): Doc {
    this.conversations.delete(connection)
    if (command.get('mechanism') !== MECHANISM)
      fail(Code.MechanismUnavailable, `Received authentication for mechanism other than ${MECHANISM}`)
    const message = payloadOf(command)
    const user = this.users.get(nameIn(message) ?? '') ?? authenticationFailed()
    const scram = new ScramConversation(user.scram)
    const answer = scram.first(message) ?? authenticationFailed()
    const options = command.get('options')
    const expectsEmptyExchange = !isDoc(options) || !truthy(options.get('skipEmptyExchange'))
    this.conversations.set(connection, { user, scram, expectsEmptyExchange, isProved: false })
    return reply(answer, false)
  }

  /** Answers `saslContinue`. @throws DocstoreError 17 without a preceding `saslStart`, 18. */
  continue(command: Doc, connection: number): Doc {
    const conversation = this.conversations.get(connection)
    if (!conversation || toNumber(command.get('conversationId')) !== CONVERSATION)
      return fail(Code.ProtocolError, 'No SASL session state found')
    if (conversation.isProved) return this.done(connection, conversation, '')
    const answer = conversation.scram.last(payloadOf(command))
    if (answer === null) {
      this.conversations.delete(connection)
      return authenticationFailed()
    }
    if (!conversation.expectsEmptyExchange) return this.done(connection, conversation, answer)
    conversation.isProved = true
    return reply(answer, false)
  }

  private done(connection: number, { user }: Conversation, answer: string): Doc {
    this.conversations.delete(connection)
    this.signedIn.set(connection, user)
    return reply(answer, true)
  }

  /** @param user `admin.` and a name, as a driver asks for a user's mechanisms */
  private isKnown(user: Value | undefined): boolean {
    return typeof user === 'string' && user.startsWith('admin.') && this.users.has(user.slice('admin.'.length))
  }
}

const CONVERSATION = 1

const reply = (payload: string, done: boolean): Doc =>
  doc({ conversationId: int(CONVERSATION), done, payload: new Binary(Buffer.from(payload), 0) })

function payloadOf(command: Doc): string {
  const payload = command.get('payload')
  return payload instanceof Binary ? Buffer.from(payload.value()).toString('utf8') : ''
}

const authenticationFailed = (): never => fail(Code.AuthenticationFailed, 'Authentication failed.')
