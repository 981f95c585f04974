import * as z from 'zod/mini'
import { defineError } from '../result.js'

export const CHAT_TOO_MANY_MESSAGES = defineError({
  code: 'CHAT_TOO_MANY_MESSAGES',
  status: 429,
  description: 'The conversation has had too many messages within a minute. Ask again after a minute.',
})

export const CHAT_CONVERSATION_FULL = defineError({
  code: 'CHAT_CONVERSATION_FULL',
  status: 409,
  description: 'The conversation has reached its longest length. Begin another with a new id.',
})

export const CHAT_SPEECH_UNAVAILABLE = defineError({
  code: 'CHAT_SPEECH_UNAVAILABLE',
  status: 503,
  description: 'Texts cannot be read aloud here, because the programs for it are not installed. Hide the control.',
})

export const CHAT_SPEECH_BUSY = defineError({
  code: 'CHAT_SPEECH_BUSY',
  status: 503,
  description: 'Too many texts are waiting to be read aloud. Try again in a few seconds.',
})

export const CHAT_SPEECH_FAILED = defineError({
  code: 'CHAT_SPEECH_FAILED',
  status: 500,
  description: 'This text could not be read aloud, or not in time. Show it without sound.',
})

export const CHAT_QUIZ_OUTDATED = defineError({
  code: 'CHAT_QUIZ_OUTDATED',
  status: 409,
  extra: { version: z.int() },
  description:
    'The questions of the quiz have changed since they were read. Read them again; `version` is the current one.',
})
