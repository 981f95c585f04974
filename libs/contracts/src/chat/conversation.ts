import * as z from 'zod/mini'
import { fils, id, isoDateTime, Locale, reasonText, units } from '../core.js'
import { LONGEST_MESSAGE, MOST_QUICK_REPLIES } from './limits.js'

/** A random 128-bit id in hexadecimal. It is all that is needed to read a visitor's conversation. */
export const ConversationId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** The client's id of one of its messages. Sending it again returns the first answer. */
export const MessageId = z.string().check(z.regex(/^[\w-]{1,64}$/))
/** What a person asks: trimmed, 1 to 500 characters. */
export const MessageText = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_MESSAGE))

/** `declined`: a request for advice. `unknown`: no article and no account tool answers it. */
export const ReplyKind = z.enum(['answer', 'account', 'unknown', 'declined'])
export type ReplyKind = z.infer<typeof ReplyKind>

/** The article from which a sentence is taken. */
export const Citation = z.object({
  /** From 1, as in `sentences`. */
  number: z.int().check(z.positive()),
  articleId: id,
  title: z.string(),
  section: z.string(),
  language: Locale,
  /** When the article was last reviewed. */
  reviewedAt: z.iso.date(),
  /** Address of the article on the platform. */
  href: z.string(),
})
export type Citation = z.infer<typeof Citation>

const figure = {
  label: z.string(),
  /** The value as it is written in the text of the answer. */
  shown: z.string(),
  /** When the value was read (business time). */
  asOf: isoDateTime,
  /** The call that returned it. */
  source: z.string(),
}

/** A value from the caller's account or from an offering. Only calls of the owning services return values. */
export const Figure = z.discriminatedUnion('kind', [
  z.object({ ...figure, kind: z.literal('fils'), valueFils: fils }),
  z.object({ ...figure, kind: z.literal('units'), value: units }),
  z.object({ ...figure, kind: z.literal('date'), value: isoDateTime }),
  z.object({ ...figure, kind: z.literal('text'), value: z.string() }),
])
export type Figure = z.infer<typeof Figure>

/** A sentence of an answer and the numbers of its citations. */
export const Sentence = z.object({ text: z.string(), citations: z.array(z.int()) })
export type Sentence = z.infer<typeof Sentence>

/** A question to ask next, or the offer of a person. */
export const QuickReply = z.object({ kind: z.enum(['question', 'person', 'sign_in']), text: z.string() })
export type QuickReply = z.infer<typeof QuickReply>

/** An answer. `text` is its sentences joined by spaces. */
export const Reply = z.object({
  messageId: MessageId,
  conversationId: ConversationId,
  kind: ReplyKind,
  language: Locale,
  text: z.string(),
  sentences: z.array(Sentence),
  citations: z.array(Citation),
  figures: z.array(Figure),
  quickReplies: z.array(QuickReply).check(z.maxLength(MOST_QUICK_REPLIES)),
  at: isoDateTime,
})
export type Reply = z.infer<typeof Reply>

export const Rating = z.enum(['up', 'down'])
export type Rating = z.infer<typeof Rating>

/** A message of a person with its answer. */
export const Exchange = z.object({ messageId: MessageId, text: z.string(), reply: Reply, rating: z.nullable(Rating) })
export type Exchange = z.infer<typeof Exchange>

/** Why an answer was rated, in the person's words. */
export const ratingReason = reasonText(300)
