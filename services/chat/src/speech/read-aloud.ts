import { ok, refuse, refuseFields, type Answer, type Input } from '@hissa/contracts'
import {
  CHAT_SPEECH_BUSY,
  CHAT_SPEECH_FAILED,
  CHAT_SPEECH_UNAVAILABLE,
  type Speak as Contract,
} from '@hissa/contracts/chat'
import { LOGGER, TIME_LIMITS, TIMING, type Logger, type TimeLimits, type Timing } from '@hissa/kernel'
import { NoTurn, Turns } from '@hissa/kernel/workers'
import { Inject, Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { CHAT_CONFIG, type ChatConfig } from '../config.js'
import { languageOf } from '../language/words.js'
import { Measures } from '../measures.js'
import { KeptRecordings } from './kept-recordings.js'
import { Recording } from './recording.js'
import { SPEECH, SpeechUnavailable, type Speech } from './speech.js'
import { isSpeakable, spokenText } from './spoken-text.js'
import { languageFor, type Language } from '../language/languages.js'

const KEPT_MS = 60 * 60 * 1_000
const WAITING = { maxWaiting: 16, maxWaitingPerUser: 8 }
const VISITORS = 'visitors'

/** Reads texts aloud, and keeps what was made for an hour, by a hash of text, language and voice. */
@Injectable()
export class ReadAloud {
  private readonly turns: Turns
  /** Complete recordings. */
  private readonly kept: KeptRecordings
  private readonly making = new Map<string, Recording>()

  constructor(
    @Inject(SPEECH) private readonly speech: Speech,
    private readonly measures: Measures,
    @Inject(CHAT_CONFIG) config: Pick<ChatConfig, 'CHAT_SPEECH_AT_A_TIME' | 'CHAT_SPEECH_CACHE_MB'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
    @Inject(TIME_LIMITS) limits: Pick<TimeLimits, 'speechQueueMs'>,
  ) {
    this.turns = new Turns(
      { ...WAITING, longestWaitMs: limits.speechQueueMs, atATime: config.CHAT_SPEECH_AT_A_TIME },
      timing,
    )
    this.kept = new KeptRecordings({ maxBytes: config.CHAT_SPEECH_CACHE_MB * 1_000_000, forMs: KEPT_MS, timing })
    measures.keeps(() => this.kept.bytes)
  }

  /** Returns whether texts can be read aloud. */
  isAvailable(): Promise<boolean> {
    return this.speech.isAvailable()
  }

  /**
   * Returns a part of the speech of a text. Callers of the same text share the work.
   * @param user whose turn it is in the queue; visitors share theirs
   */
  async read(input: Input<typeof Contract>, user: string | undefined): Promise<Answer<typeof Contract>> {
    const text = spokenText(input.text)
    if (!isSpeakable(text))
      return refuseFields([{ path: '/text', code: 'custom', message: 'Write at least one letter or digit' }])
    const language = input.language === undefined ? languageOf(text, 'en') : languageFor(input.language)
    const key = createHash('sha256')
      .update(JSON.stringify([this.speech.voiceOf(language), language, text]))
      .digest('base64')
    const isFirst = input.from === 0
    const known = this.kept.get(key) ?? this.making.get(key)
    if (known && isFirst) this.measures.spoke('cached')
    try {
      const recording = known ?? this.record(key, text, language, user ?? VISITORS)
      const { bytes, next } = await recording.read(input.from)
      return ok({ language, audio: bytes.toString('base64'), next })
    } catch (error) {
      return refusalOf(error)
    }
  }

  private record(key: string, text: string, language: Language, user: string): Recording {
    const recording = new Recording(this.make(text, language, user))
    this.making.set(key, recording)
    void recording.ended
      .then(
        (bytes) => this.kept.set(key, recording, bytes),
        (error: unknown) => this.failed(error),
      )
      .finally(() => this.making.delete(key))
    return recording
  }

  private async *make(text: string, language: Language, user: string): AsyncGenerator<Buffer> {
    if (!(await this.speech.isAvailable())) throw new SpeechUnavailable()
    const end = await this.turns.take(user)
    const startedMs = this.timing.elapsedMs()
    try {
      yield* this.speech.speak(text, language)
      this.measures.spoke('made', (this.timing.elapsedMs() - startedMs) / 1_000)
    } finally {
      end()
    }
  }

  /** Counts a failure; the log names its cause, and never the text. */
  private failed(error: unknown): void {
    if (error instanceof SpeechUnavailable) return this.measures.spoke('unavailable')
    if (error instanceof NoTurn) return this.measures.spoke('busy')
    this.measures.spoke('failed')
    this.logger.warn({ err: error }, 'a text could not be read aloud')
  }
}

function refusalOf(error: unknown) {
  if (error instanceof SpeechUnavailable) return refuse(CHAT_SPEECH_UNAVAILABLE, 'Reading aloud is not available here.')
  if (error instanceof NoTurn)
    return refuse(CHAT_SPEECH_BUSY, 'Too many texts are being read aloud. Please try again in a few seconds.')
  return refuse(CHAT_SPEECH_FAILED, 'This text could not be read aloud.')
}
