import * as z from 'zod/mini'
import { Locale, id } from '../core.js'
import {
  Citation,
  ConversationId,
  Exchange,
  Figure,
  MessageId,
  QuickReply,
  Rating,
  ratingReason,
  ReplyKind,
} from './conversation.js'

/** What a client sends on `/ws/chat`. */
export const ChatClientFrame = z.discriminatedUnion('action', [
  z.object({ action: z.literal('auth'), token: z.string() }),
  z.object({
    action: z.literal('chatbot'),
    message: z.string(),
    /** The client's id of the message; the gateway creates one if it is absent. */
    id: z.optional(MessageId),
    conversationId: z.optional(ConversationId),
    language: z.optional(Locale),
    propertyId: z.optional(id),
  }),
  z.object({ action: z.literal('resume'), conversationId: ConversationId, after: z.optional(MessageId) }),
  z.object({ action: z.literal('stop'), id: MessageId }),
  z.object({ action: z.literal('rate'), id: MessageId, rating: Rating, reason: z.optional(ratingReason) }),
])
export type ChatClientFrame = z.infer<typeof ChatClientFrame>

/** What the server sends on `/ws/chat`. */
export const ChatServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), message: z.string(), conversationId: ConversationId }),
  /** The token was accepted: questions are asked by its user from now on. */
  z.object({ type: z.literal('signed_in') }),
  z.object({ type: z.literal('typing'), message: z.string(), id: MessageId }),
  /** The next sentences of an answer, before the whole of it. */
  z.object({ type: z.literal('chatbot_delta'), message: z.string(), id: MessageId }),
  z.object({
    type: z.literal('chatbot_response'),
    message: z.string(),
    id: MessageId,
    conversationId: ConversationId,
    kind: ReplyKind,
    language: Locale,
    sentences: z.array(z.object({ text: z.string(), citations: z.array(z.int()) })),
    citations: z.array(Citation),
    figures: z.array(Figure),
    quickReplies: z.array(QuickReply),
    at: z.string(),
  }),
  z.object({ type: z.literal('resumed'), conversationId: ConversationId, exchanges: z.array(Exchange) }),
  z.object({ type: z.literal('stopped'), id: MessageId }),
  z.object({ type: z.literal('rated'), id: MessageId, rating: Rating }),
  /** `code` is stable. With an `id` it concerns that message. */
  z.object({ type: z.literal('error'), code: z.string(), message: z.string(), id: z.optional(MessageId) }),
])
export type ChatServerFrame = z.infer<typeof ChatServerFrame>
