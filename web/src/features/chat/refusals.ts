import type { MessageId } from '../../i18n/ids.js'

const REFUSALS: Readonly<Record<string, MessageId>> = {
  CHAT_CONVERSATION_FULL: 'chat.refused.full',
  CHAT_TOO_MANY_MESSAGES: 'chat.refused.tooMany',
  CHAT_SPEECH_UNAVAILABLE: 'chat.refused.speechUnavailable',
  CHAT_SPEECH_BUSY: 'chat.refused.speechBusy',
  CHAT_SPEECH_FAILED: 'chat.refused.speechFailed',
  RATE_LIMITED: 'chat.refused.tooMany',
}

const SPEECH: Readonly<Record<string, MessageId>> = {
  ...REFUSALS,
  RATE_LIMITED: 'chat.refused.speechBusy',
  SOUND_BLOCKED: 'chat.refused.soundBlocked',
}

/** Returns the text for the code of an answer that could not be read aloud. */
export const refusalOfSpeech = (code: string): MessageId => SPEECH[code] ?? 'chat.refused.speechFailed'

/** Returns the text for the code of an `error` frame of `/ws/chat`, or of a failed request of the assistant. */
export const refusalOfChat = (code: string): MessageId => REFUSALS[code] ?? 'chat.refused.failed'
