import type { Result } from '@hissa/contracts'
import type { Exchange, Rating, Reply } from '@hissa/contracts/chat'
import { TIMING, wallNow, type Timing } from '@hissa/kernel'
import { isDuplicateKey, MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { CHAT_CONFIG, type ChatConfig } from '../config.js'
import { ArticleRatings } from '../ratings/article-ratings.js'
import { admit, type AdmissionError, type Conversation } from './conversation.js'

const CONVERSATION = 'Conversation'
const MESSAGE = 'ChatMessage'
const DAY_MS = 86_400_000
/** Concurrent questions of one conversation repeat the admission; each attempt lets at least one through. */
const ATTEMPTS = 20

interface ConversationRow extends Omit<Conversation, 'ref'> {
  _id: string
  expireAt: Date
}

/** A question with its answer. The reply is stored without the conversation's id. */
export interface MessageRow {
  _id: string
  ref: string
  messageId: string
  /** Position in the conversation. */
  number: number
  text: string
  reply: Omit<Reply, 'conversationId'>
  rating: Rating | null
  ratingReason: string | null
  expireAt: Date
}

const conversations = new Schema<ConversationRow>(
  {
    _id: String,
    userId: { type: String, default: null },
    messages: { type: Number, required: true },
    minuteMessages: { type: Number, required: true },
    minuteStartedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'conversations' },
)
conversations.index({ expireAt: 1 }, { name: 'expireAt', expireAfterSeconds: 0 })

const messages = new Schema<MessageRow>(
  {
    _id: String,
    ref: { type: String, required: true },
    messageId: { type: String, required: true },
    number: { type: Number, required: true },
    text: { type: String, required: true },
    reply: { type: Schema.Types.Mixed, required: true },
    rating: { type: String, default: null },
    ratingReason: { type: String, default: null },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'messages', minimize: false },
)
messages.index({ ref: 1, number: 1 }, { name: 'conversation' })
messages.index({ expireAt: 1 }, { name: 'expireAt', expireAfterSeconds: 0 })

/** Registers the models of conversations on a connection. */
export function defineConversations(connection: Connection): void {
  connection.model(CONVERSATION, conversations)
  connection.model(MESSAGE, messages)
}

/** Stores conversations and their messages. Times of admission and expiry are wall time. */
@Injectable()
export class ConversationStore {
  private readonly conversations: Model<ConversationRow>
  private readonly messages: Model<MessageRow>

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    private readonly ratings: ArticleRatings,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.conversations = connection.model<ConversationRow>(CONVERSATION)
    this.messages = connection.model<MessageRow>(MESSAGE)
  }

  async find(ref: string): Promise<Conversation | undefined> {
    const row = await this.conversations.findOne({ _id: ref }).lean<ConversationRow>()
    if (!row) return undefined
    const { _id, expireAt: _, ...rest } = row
    return { ref: _id, ...rest }
  }

  /** Counts a question in its conversation, which is created with the first. */
  async admit(ref: string, callerId: string | undefined): Promise<Result<Conversation, AdmissionError>> {
    const limits = {
      perConversation: this.config.CHAT_MESSAGES_PER_CONVERSATION,
      perMinute: this.config.CHAT_MESSAGES_PER_MINUTE,
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const known = await this.find(ref)
      const admitted = admit(ref, known, { callerId, at: wallNow(this.timing), limits })
      if (!admitted.ok || (await this.save(admitted.value, known))) return admitted
    }
    throw new Error('a conversation changed during each attempt to admit a message')
  }

  /** Returns false if the conversation has changed since `known` was read. */
  private async save({ ref, ...rest }: Conversation, known: Conversation | undefined): Promise<boolean> {
    const row = { ...rest, expireAt: this.expireAt() }
    if (known) {
      const { matchedCount } = await this.conversations.updateOne({ _id: ref, version: known.version }, { $set: row })
      return matchedCount === 1
    }
    try {
      await this.conversations.create({ _id: ref, ...row })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  message(ref: string, messageId: string): Promise<MessageRow | null> {
    return this.messages.findOne({ _id: idOf(ref, messageId) }).lean<MessageRow>()
  }

  /** Returns the messages after a position, oldest first. */
  after(ref: string, number: number): Promise<MessageRow[]> {
    return this.messages
      .find({ ref, number: { $gt: number } })
      .sort({ number: 1 })
      .lean<MessageRow[]>()
  }

  /** Stores an answer. If another request has answered the same message, that answer is returned and `isNew` is false. */
  async keep(message: Pick<MessageRow, 'ref' | 'messageId' | 'number' | 'text' | 'reply'>) {
    const { ref, messageId } = message
    const unrated = { rating: null, ratingReason: null }
    try {
      await this.messages.create({ _id: idOf(ref, messageId), ...message, ...unrated, expireAt: this.expireAt() })
      return { reply: message.reply, isNew: true }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return { reply: (await this.message(ref, messageId))!.reply, isNew: false }
    }
  }

  /** Stores the rating of an answer and counts it for the articles that it cites. Returns false for an unknown message. */
  rate(ref: string, messageId: string, rating: Rating, reason: string | undefined): Promise<boolean> {
    const set = { rating, ratingReason: reason ?? null }
    return transaction(this.connection, async (session) => {
      const _id = idOf(ref, messageId)
      const before = await this.messages.findOneAndUpdate({ _id }, { $set: set }, { session }).lean<MessageRow>()
      if (!before) return false
      await this.ratings.count(session, before.reply, { before: before.rating, after: rating })
      return true
    })
  }

  expireAt(): Date {
    return new Date(this.timing.wallMs() + this.config.CHAT_TRANSCRIPT_DAYS * DAY_MS)
  }
}

const idOf = (ref: string, messageId: string) => `${ref}:${messageId}`

/** Returns a stored message as its conversation shows it. */
export const exchangeOf = ({ messageId, text, reply, rating }: MessageRow, conversationId: string): Exchange => ({
  messageId,
  text,
  reply: { ...reply, conversationId },
  rating,
})
