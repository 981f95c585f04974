import { NOT_FOUND, ok, refuse, type ErrorOf, type Result } from '@hissa/contracts'
import { CHAT_CONVERSATION_FULL, CHAT_TOO_MANY_MESSAGES } from '@hissa/contracts/chat'
import { createHash } from 'node:crypto'

const MINUTE_MS = 60_000

/** A conversation. It is stored under `refOf` its id, because the id alone lets a visitor read it. */
export interface Conversation {
  ref: string
  /** Null while only visitors have written in it. */
  userId: string | null
  /** Questions so far. */
  messages: number
  /** Questions since `minuteStartedAt`. */
  minuteMessages: number
  minuteStartedAt: Date
  version: number
}

export interface ConversationLimits {
  perConversation: number
  perMinute: number
}

export type AdmissionError =
  ErrorOf<typeof NOT_FOUND> | ErrorOf<typeof CHAT_TOO_MANY_MESSAGES> | ErrorOf<typeof CHAT_CONVERSATION_FULL>

/** Returns the key under which a conversation is stored. */
export const refOf = (conversationId: string): string => createHash('sha256').update(conversationId).digest('hex')

/** Returns whether a caller may read and continue a conversation: its user, or anyone while it has none. */
export const mayUse = ({ userId }: Pick<Conversation, 'userId'>, callerId: string | undefined): boolean =>
  userId === null || userId === callerId

/** Refuses a conversation that does not exist or belongs to someone else, in the same words. */
export const conversationNotFound = () => refuse(NOT_FOUND, 'This conversation was not found.')

/**
 * Counts one more question; a signed-in caller becomes the conversation's user. `known` is undefined for a new
 * conversation. `at` is wall time.
 */
export function admit(
  ref: string,
  known: Conversation | undefined,
  { callerId, at, limits }: { callerId: string | undefined; at: Date; limits: ConversationLimits },
): Result<Conversation, AdmissionError> {
  const userId = callerId ?? null
  if (!known) return ok({ ref, userId, messages: 1, minuteMessages: 1, minuteStartedAt: at, version: 1 })
  if (!mayUse(known, callerId)) return conversationNotFound()
  if (known.messages >= limits.perConversation)
    return refuse(CHAT_CONVERSATION_FULL, 'This conversation is full. Please start a new one.')
  const isNewMinute = at.getTime() - known.minuteStartedAt.getTime() >= MINUTE_MS
  if (!isNewMinute && known.minuteMessages >= limits.perMinute)
    return refuse(CHAT_TOO_MANY_MESSAGES, 'Too many messages. Please try again in a minute.')
  return ok({
    ...known,
    userId: known.userId ?? userId,
    messages: known.messages + 1,
    minuteMessages: isNewMinute ? 1 : known.minuteMessages + 1,
    minuteStartedAt: isNewMinute ? at : known.minuteStartedAt,
    version: known.version + 1,
  })
}
