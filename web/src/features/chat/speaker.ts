import type { Locale } from '@hissa/contracts'
import { BAD_RESPONSE, errorOf } from '../../api/problem.js'
import type { SessionStore } from '../../api/session.js'

const KEY = 'hissa.speech'
const PATH = '/api/audio'
/** The code when the browser didn't allow the sound. */
export const SOUND_BLOCKED = 'SOUND_BLOCKED'

export interface SpeechState {
  /** Whether the server can read texts aloud; null until it has said so. */
  isAvailable: boolean | null
  /** Whether new answers are read aloud. */
  isOn: boolean
  /** From 0 to 1. */
  volume: number
  /** Id of the turn that is being read; null while nothing is. */
  speaking: string | null
}

/** An answer could not be read aloud, with the code of the reason. */
export class NotSpoken extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}

/** Reads answers aloud, one at a time. Keeps the user's choice and volume on this device; it is off until chosen. */
export class Speaker {
  private state: SpeechState = { isAvailable: null, isOn: false, volume: 1, speaking: null, ...stored() }
  private readonly listeners = new Set<() => void>()
  private reading: AbortController | null = null
  /** One element for all answers: browsers allow sound for each element separately. */
  private audio: HTMLAudioElement | null = null

  constructor(private readonly session: Pick<SessionStore, 'idToken'> | null) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): SpeechState => this.state

  /** Asks the server whether texts can be read aloud. Without an answer, they can't. */
  async check(): Promise<void> {
    const isAvailable = await fetch(PATH)
      .then(async (response) => response.ok && ((await response.json()) as { available?: unknown }).available === true)
      .catch(() => false)
    this.change({ isAvailable })
  }

  /** Turns reading of new answers on or off; off also stops what is being read. */
  turn(isOn: boolean): void {
    if (!isOn) this.stop()
    this.change({ isOn })
    this.store()
  }

  setVolume(volume: number): void {
    if (this.audio) this.audio.volume = volume
    this.change({ volume })
    this.store()
  }

  /**
   * Reads the parts of an answer in order, instead of what is being read. Ends when all are read or after `stop`.
   * @param id of the turn
   * @throws NotSpoken with the server's code, or SOUND_BLOCKED
   */
  async speak(id: string, parts: readonly string[], language: Locale): Promise<void> {
    this.stop()
    const reading = new AbortController()
    const { signal } = reading
    this.reading = reading
    this.change({ speaking: id })
    try {
      let next = this.request(parts[0], language, signal)
      for (let index = 0; index < parts.length; index += 1) {
        const sound = await next
        if (!sound || signal.aborted) return
        next = this.request(parts[index + 1], language, signal)
        // Its error is thrown when its turn comes.
        next.catch(() => undefined)
        await this.play(sound, signal)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      reading.abort()
      if (this.reading === reading) this.change({ speaking: null })
    }
  }

  /** Stops what is being read. */
  stop(): void {
    this.reading?.abort()
    this.reading = null
    this.change({ speaking: null })
  }

  private async request(text: string | undefined, language: Locale, signal: AbortSignal): Promise<Blob | null> {
    if (text === undefined) return null
    const token = await this.session?.idToken().catch(() => null)
    const response = await fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ text, language }),
      signal,
    })
    if (!response.ok) throw new NotSpoken(errorOf(response.status, await response.json().catch(() => null)).code)
    return response.blob()
  }

  private async play(sound: Blob, signal: AbortSignal): Promise<void> {
    const audio = (this.audio ??= new Audio())
    const address = URL.createObjectURL(sound)
    try {
      audio.src = address
      audio.volume = this.state.volume
      const ended = endOf(audio, signal)
      await audio.play().catch((error: unknown) => {
        if (signal.aborted) return
        throw new NotSpoken((error as DOMException).name === 'NotAllowedError' ? SOUND_BLOCKED : BAD_RESPONSE)
      })
      await ended
    } finally {
      audio.pause()
      URL.revokeObjectURL(address)
    }
  }

  private store(): void {
    const { isOn, volume } = this.state
    try {
      localStorage.setItem(KEY, JSON.stringify({ isOn, volume }))
    } catch {
      // Storage blocked by the browser: the choice lasts until the page is left.
    }
  }

  private change(change: Partial<SpeechState>): void {
    this.state = { ...this.state, ...change }
    this.listeners.forEach((listener) => listener())
  }
}

/** Waits until the element has played to its end, or `signal` is aborted. */
function endOf(audio: HTMLAudioElement, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    audio.onended = () => resolve()
    audio.onerror = () => reject(new NotSpoken(BAD_RESPONSE))
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
  ended.catch(() => undefined)
  return ended
}

function stored(): Partial<Pick<SpeechState, 'isOn' | 'volume'>> {
  try {
    const { isOn, volume } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    return {
      isOn: isOn === true,
      ...(typeof volume === 'number' && volume >= 0 && volume <= 1 && { volume }),
    }
  } catch {
    return {} // storage blocked by the browser, or a value of another application
  }
}
