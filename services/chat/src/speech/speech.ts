import type { Language } from '../language/languages.js'

/** Makes speech. */
export interface Speech {
  /** Returns the name of the voice of a language; other names make other sounds. */
  voiceOf(language: Language): string
  isAvailable(): Promise<boolean>
  /**
   * Returns the MP3 of a text in pieces, while it is made. Ending the iteration stops the work.
   * @throws SpeechUnavailable, SpeechFailed
   */
  speak(text: string, language: Language): AsyncIterable<Buffer>
}

export const SPEECH = Symbol('SPEECH')

/** Thrown when the programs that make speech are not installed. */
export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable'
}

/** Thrown when a text could not be made into speech, or not in time. */
export class SpeechFailed extends Error {
  override readonly name = 'SpeechFailed'
}
