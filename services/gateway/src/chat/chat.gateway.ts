import { INTERNAL, RATE_LIMITED, UNAUTHENTICATED, VALIDATION_FAILED } from '@hissa/contracts'
import { Ask, ChatClientFrame, LONGEST_MESSAGE, Rate, Resume, type ChatServerFrame } from '@hissa/contracts/chat'
import { LOGGER, newId, ProblemError, type Logger } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { languageFor, type Language } from '@hissa/texts'
import { Inject } from '@nestjs/common'
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { MAX_FRAME_CHARACTERS, sendFrame, SocketAdmission } from '../live/socket-admission.js'
import { QuestionLimits } from './question-limits.js'
import { chatTexts } from '../texts/chat.js'

/** Sentences of one `chatbot_delta`. */
const BATCH = 2
/** Questions of one socket that are answered at a time. */
const MOST_PENDING = 3

type Frame<A extends ChatClientFrame['action']> = Extract<ChatClientFrame, { action: A }>

/** A socket with what its frames have established. */
interface Visit {
  socket: WebSocket
  address: string
  language: Language
  conversationId: string
  user?: { userId: string; token: string }
  /** Questions that are being answered, by the client's id; true once the client has stopped one. */
  pending: Map<string, boolean>
}

/**
 * `/ws/chat`: a conversation with the assistant. A visitor asks without a token; a client with one sends it in the first
 * frame. Frames are `ChatClientFrame` and `ChatServerFrame`, documented in docs/packages/chat.md.
 */
@WebSocketGateway({ path: '/ws/chat', maxPayload: MAX_FRAME_CHARACTERS })
export class ChatGateway implements OnGatewayConnection {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly limits: QuestionLimits,
    private readonly rpc: RpcClient,
    private readonly admission: SocketAdmission,
  ) {}

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', (error) => this.logger.debug({ err: error }, 'a chat connection failed'))
    const address = this.admission.admit(socket, request)
    if (address === undefined) return
    const language = languageFor((request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase())
    const conversationId = randomBytes(16).toString('hex')
    const visit: Visit = { socket, address, language, conversationId, pending: new Map() }
    this.welcome(visit)
    // A question that follows the token waits for it to be verified, so that it is asked by its user.
    let earlier = Promise.resolve()
    let first = true
    socket.on('message', (data: Buffer) => {
      const frame = parsed(data)
      const isFirst = first
      first = false
      if (frame?.action === 'auth') earlier = earlier.then(() => this.signIn(visit, frame, isFirst))
      else void earlier.then(() => this.handle(visit, frame))
    })
  }

  private welcome(visit: Visit): void {
    const { conversationId, language } = visit
    this.send(visit, { type: 'welcome', message: chatTexts(language)('chat.welcome'), conversationId })
  }

  private async signIn(visit: Visit, { token }: Frame<'auth'>, isFirst: boolean): Promise<void> {
    const { socket } = visit
    try {
      if (!isFirst) return this.refuse(visit, VALIDATION_FAILED.code, 'Send the token in the first frame.')
      const claims = await this.admission.signIn(socket, token)
      if (!claims) return
      visit.user = { userId: claims.userId, token }
      this.send(visit, { type: 'signed_in' })
    } catch {
      this.refuse(visit, UNAUTHENTICATED.code, 'Authentication required. Please sign in again.')
    }
  }

  private async handle(visit: Visit, frame: ChatClientFrame | undefined): Promise<void> {
    if (!frame) return this.refuse(visit, VALIDATION_FAILED.code, 'This frame is not valid.')
    const id = 'id' in frame ? frame.id : undefined
    try {
      if (frame.action === 'chatbot') await this.answer(visit, frame, frame.id ?? newId())
      else if (frame.action === 'resume') await this.resume(visit, frame)
      else if (frame.action === 'rate') await this.rate(visit, frame)
      else if (frame.action === 'stop') this.stop(visit, frame.id)
    } catch (error) {
      this.fail(visit, error, id)
    }
  }

  private async answer(visit: Visit, frame: Frame<'chatbot'>, id: string): Promise<void> {
    const text = frame.message.trim()
    const { pending, address, user } = visit
    if (text === '' || text.length > LONGEST_MESSAGE)
      return this.refuse(visit, VALIDATION_FAILED.code, `Write 1 to ${LONGEST_MESSAGE} characters.`, id)
    if (pending.has(id)) return
    if (pending.size >= MOST_PENDING || (await this.limits.isLimited(address, user?.userId)))
      return this.refuse(visit, RATE_LIMITED.code, 'Too many messages. Please try again in a minute.', id)
    const conversationId = frame.conversationId ?? visit.conversationId
    const language = languageFor(frame.language ?? visit.language)
    pending.set(id, false)
    try {
      this.send(visit, { type: 'typing', message: chatTexts(language)('chat.typing'), id })
      const { propertyId } = frame
      const input = { conversationId, messageId: id, text, language, propertyId }
      const { reply } = await this.rpc.call(Ask, input, { token: user?.token })
      visit.conversationId = conversationId
      await this.deliver(visit, reply)
    } finally {
      pending.delete(id)
    }
  }

  /** Sends the sentences in batches and then the whole answer, unless the client stops it. */
  private async deliver(
    visit: Visit,
    { messageId: id, text: message, ...reply }: z.output<typeof Ask.output>['reply'],
  ) {
    const isStopped = () => visit.pending.get(id) === true
    for (let from = 0; from < reply.sentences.length && !isStopped(); from += BATCH) {
      const batch = reply.sentences.slice(from, from + BATCH).map(({ text }) => text)
      this.send(visit, { type: 'chatbot_delta', message: batch.join(' '), id })
      // Lets a `stop` that has arrived take effect.
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (!isStopped()) this.send(visit, { type: 'chatbot_response', message, id, ...reply })
  }

  private stop(visit: Visit, id: string): void {
    if (visit.pending.has(id)) visit.pending.set(id, true)
    this.send(visit, { type: 'stopped', id })
  }

  private async resume(visit: Visit, { conversationId, after }: Frame<'resume'>): Promise<void> {
    const { exchanges } = await this.rpc.call(Resume, { conversationId, after }, { token: visit.user?.token })
    visit.conversationId = conversationId
    this.send(visit, { type: 'resumed', conversationId, exchanges })
  }

  private async rate(visit: Visit, { id: messageId, rating, reason }: Frame<'rate'>): Promise<void> {
    const { conversationId, user } = visit
    await this.rpc.call(Rate, { conversationId, messageId, rating, reason }, { token: user?.token })
    this.send(visit, { type: 'rated', id: messageId, rating })
  }

  private fail(visit: Visit, error: unknown, id: string | undefined): void {
    if (error instanceof ProblemError) return this.refuse(visit, error.code, error.message, id)
    this.logger.error({ err: error }, 'a chat frame failed')
    this.refuse(visit, INTERNAL.code, 'Something went wrong on our side.', id)
  }

  private refuse(visit: Visit, code: string, message: string, id?: string): void {
    this.send(visit, { type: 'error', code, message, ...(id === undefined ? {} : { id }) })
  }

  private send({ socket }: Visit, frame: ChatServerFrame): void {
    sendFrame(socket, JSON.stringify(frame))
  }
}

function parsed(data: Buffer): ChatClientFrame | undefined {
  try {
    return z.parse(ChatClientFrame, JSON.parse(data.toString()))
  } catch {
    return undefined
  }
}
