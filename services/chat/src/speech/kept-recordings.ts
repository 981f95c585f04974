import { systemTiming, type Timing } from '@hissa/kernel'
import type { Recording } from './recording.js'

interface Kept {
  recording: Recording
  bytes: number
  endsAtMs: number
}

export interface KeptOptions {
  maxBytes: number
  forMs: number
  /** By default the system’s. */
  timing?: Timing
}

/** Recordings in memory, limited in bytes and time. Those that were used longest ago make room for others. */
export class KeptRecordings {
  private readonly byKey = new Map<string, Kept>()
  private total = 0

  constructor(private readonly options: KeptOptions) {}

  /** Bytes of all recordings. */
  get bytes(): number {
    for (const [key, { endsAtMs }] of this.byKey) if (endsAtMs <= this.nowMs()) this.remove(key)
    return this.total
  }

  get(key: string): Recording | undefined {
    const kept = this.byKey.get(key)
    if (!kept) return undefined
    this.byKey.delete(key)
    if (kept.endsAtMs > this.nowMs()) {
      this.byKey.set(key, kept) // Now the one used last.
      return kept.recording
    }
    this.total -= kept.bytes
    return undefined
  }

  /** Keeps a recording, unless it is larger than all may be together. */
  set(key: string, recording: Recording, bytes: number): void {
    this.remove(key)
    if (bytes > this.options.maxBytes) return
    this.byKey.set(key, { recording, bytes, endsAtMs: this.nowMs() + this.options.forMs })
    this.total += bytes
    for (const oldest of this.byKey.keys()) {
      if (this.total <= this.options.maxBytes) return
      this.remove(oldest)
    }
  }

  private remove(key: string): void {
    this.total -= this.byKey.get(key)?.bytes ?? 0
    this.byKey.delete(key)
  }

  private nowMs(): number {
    return (this.options.timing ?? systemTiming).elapsedMs()
  }
}
