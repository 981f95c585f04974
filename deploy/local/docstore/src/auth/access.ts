import { Binary } from 'bson'
import { doc, int, isDoc, toNumber, truthy, type Doc } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { ScramConversation, scramUser, type ScramUser } from './scram.js'

/** The store's only user, who has every permission. */
export interface Credentials {
  user: string
  password: string
}

/** Commands that need no authentication, as on the real server: a driver uses them to connect and sign in. */
const OPEN_COMMANDS: ReadonlySet<string> = new Set([
  ...['hello', 'isMaster', 'ismaster', 'ping', 'buildInfo', 'buildinfo', 'connectionStatus', 'whatsmyuri'],
  ...['saslStart', 'saslContinue'],
])
const MECHANISM = 'SCRAM-SHA-256'

interface Conversation {
  scram: ScramConversation
  /** True when the client expects one more, empty exchange after the proofs. */
  expectsEmptyExchange: boolean
  isProved: boolean
}

/** Authenticated users by connection. Without credentials the store is open to every client. */
export class Access {
  private readonly user: ScramUser | undefined
  private readonly conversations = new Map<number, Conversation>()
  private readonly signedIn = new Set<number>()

  constructor(credentials: Credentials | undefined) {
    this.user = credentials && scramUser(credentials.user, credentials.password)
  }

  /** @throws DocstoreError 13 unless the command is open to everyone or the connection is signed in. */
  check(command: string, connection: number): void {
    if (!this.user || OPEN_COMMANDS.has(command) || this.signedIn.has(connection)) return
    fail(Code.Unauthorized, `Command ${command} requires authentication`)
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
    if (!this.user) return added
    if (command.get('saslSupportedMechs') === `admin.${this.user.name}`) added.set('saslSupportedMechs', [MECHANISM])
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
    if (!this.user) return authenticationFailed()
    const scram = new ScramConversation(this.user)
    const answer = scram.first(payloadOf(command)) ?? authenticationFailed()
    const options = command.get('options')
    const expectsEmptyExchange = !isDoc(options) || !truthy(options.get('skipEmptyExchange'))
    this.conversations.set(connection, { scram, expectsEmptyExchange, isProved: false })
    return reply(answer, false)
  }

  /** Answers `saslContinue`. @throws DocstoreError 17 without a preceding `saslStart`, 18. */
  continue(command: Doc, connection: number): Doc {
    const conversation = this.conversations.get(connection)
    if (!conversation || toNumber(command.get('conversationId')) !== CONVERSATION)
      return fail(Code.ProtocolError, 'No SASL session state found')
    if (conversation.isProved) return this.done(connection, '')
    const answer = conversation.scram.last(payloadOf(command))
    if (answer === null) {
      this.conversations.delete(connection)
      return authenticationFailed()
    }
    if (!conversation.expectsEmptyExchange) return this.done(connection, answer)
    conversation.isProved = true
    return reply(answer, false)
  }

  private done(connection: number, answer: string): Doc {
    this.conversations.delete(connection)
    this.signedIn.add(connection)
    return reply(answer, true)
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
