import { act } from '@testing-library/react'

/** A request to read a text aloud, and what the server returns. */
export interface Spoken {
  text: string
  language: string
}

/** The browser's sound and `/api/audio`, both controlled by the test. */
export class Sound {
  readonly requested: Spoken[] = []
  /** Addresses of the audio that was played. */
  readonly played: string[] = []
  /** The audio that exists and was not released. */
  readonly kept = new Set<string>()
  volume = 1
  isPlaying = false
  isBlocked = false
  onended?: () => void
  onerror?: () => void
  src = ''
  private count = 0
  private readonly real = { fetch: globalThis.fetch, Audio: globalThis.Audio }

  constructor(
    private readonly isAvailable = true,
    private readonly refusal?: { status: number; code: string },
  ) {
    globalThis.fetch = ((path: string, init?: RequestInit) => this.respond(path, init)) as typeof fetch
    const element = () => this
    globalThis.Audio = function Audio() {
      return element()
    } as unknown as typeof Audio
    URL.createObjectURL = () => {
      const address = `blob:${(this.count += 1)}`
      this.kept.add(address)
      return address
    }
    URL.revokeObjectURL = (address) => void this.kept.delete(address)
  }

  async play(): Promise<void> {
    if (this.isBlocked) throw new DOMException('not allowed', 'NotAllowedError')
    this.isPlaying = true
    this.played.push(this.src)
  }

  pause(): void {
    this.isPlaying = false
  }

  /** The audio has played to its end. */
  async end(): Promise<void> {
    await act(async () => this.onended?.())
  }

  restore(): void {
    Object.assign(globalThis, this.real)
  }

  private async respond(path: string, init: RequestInit | undefined): Promise<Response> {
    if (path !== '/api/audio') throw new TypeError('Failed to fetch')
    if (!init?.method) return respondWith(200, { success: true, available: this.isAvailable })
    this.requested.push(JSON.parse(init.body as string) as Spoken)
    return this.refusal ? respondWith(this.refusal.status, { code: this.refusal.code }) : respondWith(200, 'mp3')
  }
}

/** jsdom has no Response. */
const respondWith = (status: number, body: unknown) =>
  ({ ok: status < 400, status, json: async () => body, blob: async () => body }) as unknown as Response
