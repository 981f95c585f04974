import * as z from 'zod/mini'
import { cursor, defineRpc, id, isoDateTime, Locale } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { ConversationId, Exchange, MessageId, MessageText, Rating, ratingReason, Reply } from './conversation.js'
import { CHAT_CONVERSATION_FULL, CHAT_TOO_MANY_MESSAGES } from './errors.js'

/**
 * Answers a question from published articles, and for a signed-in user from their account. A conversation belongs to the
 * user who began or continued it, otherwise to every caller with its id; another user's conversation is not found. The same
 * `messageId` returns the first answer.
 */
export const Ask = defineRpc({
  name: 'chat.ask',
  access: 'public',
  timeoutMs: 15_000,
  input: z.object({
    conversationId: ConversationId,
    messageId: MessageId,
    text: MessageText,
    language: z._default(Locale, 'en'),
    /** The property that the person is looking at, by id or slug. */
    propertyId: z.optional(id),
  }),
  output: z.object({ reply: Reply }),
  errors: [NOT_FOUND, CHAT_TOO_MANY_MESSAGES, CHAT_CONVERSATION_FULL],
})

/** Returns the exchanges of a conversation after one of its messages, oldest first; all of them without `after`. */
export const Resume = defineRpc({
  name: 'chat.resume',
  access: 'public',
  input: z.object({ conversationId: ConversationId, after: z.optional(MessageId) }),
  output: z.object({ exchanges: z.array(Exchange) }),
  errors: [NOT_FOUND],
})

/** Rates an answer; a second rating replaces the first. */
export const Rate = defineRpc({
  name: 'chat.rate',
  access: 'public',
  input: z.object({
    conversationId: ConversationId,
    messageId: MessageId,
    rating: Rating,
    reason: z.optional(ratingReason),
  }),
  output: z.object({ rating: Rating }),
  errors: [NOT_FOUND],
})

/**
 * Asks for a person, who reads the transcript: `shareTranscript` is the consent to that. A visitor states an address to
 * reply to. Asking again returns the first request. Event: chat.handover.requested.v1.
 */
export const HandOver = defineRpc({
  name: 'chat.handOver',
  access: 'public',
  input: z.object({
    conversationId: ConversationId,
    shareTranscript: z.literal(true),
    email: z.optional(z.email().check(z.maxLength(254))),
  }),
  output: z.object({ handoverId: id, requestedAt: isoDateTime }),
  errors: [NOT_FOUND, INVALID_FIELDS],
})

/** A request for a person, with the conversation so far. */
export const Handover = z.object({
  handoverId: id,
  /** Null for a visitor. */
  userId: z.nullable(id),
  /** The visitor's address; null for a user, whose account has one. */
  email: z.nullable(z.string()),
  language: Locale,
  requestedAt: isoDateTime,
  transcript: z.array(Exchange),
})
export type Handover = z.infer<typeof Handover>

/** Lists requests for a person, newest first. Reading them is audited. */
export const ListHandovers = defineRpc({
  name: 'chat.listHandovers',
  access: ['compliance', 'admin'],
  input: z.object({ limit: z._default(z.int().check(z.gte(1), z.lte(50)), 20), cursor: z.optional(cursor) }),
  output: z.object({ handovers: z.array(Handover), count: z.int(), cursor: z.optional(z.string()) }),
  errors: [VALIDATION_FAILED],
})
