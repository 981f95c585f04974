import * as z from 'zod/mini'
import { count, defineRpc, Locale } from '../core.js'
import { INVALID_FIELDS } from '../errors.js'
import { MessageText } from './conversation.js'
import { CHAT_SPEECH_BUSY, CHAT_SPEECH_FAILED, CHAT_SPEECH_UNAVAILABLE } from './errors.js'

/**
 * Reads a text aloud and returns the MP3 from byte `from` on, as much as exists, and waits if nothing exists yet. `next`
 * is where the following part begins; null after the last. Without a `language`, the script of the text decides. A text
 * without words is an invalid field.
 */
export const Speak = defineRpc({
  name: 'chat.speak',
  access: 'public',
  timeoutMs: 15_000,
  input: z.object({ text: MessageText, language: z.optional(Locale), from: z._default(count, 0) }),
  output: z.object({ language: Locale, audio: z.base64(), next: z.nullable(count) }),
  errors: [INVALID_FIELDS, CHAT_SPEECH_UNAVAILABLE, CHAT_SPEECH_BUSY, CHAT_SPEECH_FAILED],
})

/** Returns whether texts can be read aloud, and in which languages. */
export const GetSpeech = defineRpc({
  name: 'chat.getSpeech',
  access: 'public',
  input: z.object({}),
  output: z.object({ available: z.boolean(), languages: z.array(Locale), longestText: count }),
  errors: [],
})
