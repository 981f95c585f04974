/** Smallest part before the end of the speech: more than a second of sound, so that a player can begin. */
const SMALLEST_PART_BYTES = 8_192
/** In base64, well below the largest message of the bus (1 MB). */
const LARGEST_PART_BYTES = 393_216

/** Part of an MP3, and where the next begins; null after the last. */
export interface Part {
  bytes: Buffer
  next: number | null
}

/** An MP3 that can be read while it is made. */
export class Recording {
  /** Resolves with the size in bytes once it is complete; rejects with the error that ended it. */
  readonly ended: Promise<number>
  private readonly pieces: Buffer[] = []
  private size = 0
  private isEnded = false
  private failure: { error: unknown } | undefined
  private readonly waiting: (() => void)[] = []

  constructor(source: AsyncIterable<Buffer>) {
    this.ended = this.collect(source)
    this.ended.catch(() => undefined)
  }

  /** Returns the part that begins at a byte, once there is enough of it. Throws the error that ended the recording. */
  async read(from: number): Promise<Part> {
    while (!this.isEnded && this.size < from + SMALLEST_PART_BYTES) await this.growth()
    const all = this.bytes()
    const bytes = all.subarray(from, from + LARGEST_PART_BYTES)
    const end = Math.min(from, all.length) + bytes.length
    return { bytes, next: this.isEnded && end >= all.length ? null : end }
  }

  private bytes(): Buffer {
    const all = Buffer.concat(this.pieces)
    this.pieces.splice(0, this.pieces.length, all)
    return all
  }

  private async collect(source: AsyncIterable<Buffer>): Promise<number> {
    try {
      for await (const piece of source) {
        this.pieces.push(piece)
        this.size += piece.length
        this.wake()
      }
    } catch (error) {
      this.failure = { error }
      this.wake()
      throw error
    }
    this.isEnded = true
    this.wake()
    return this.size
  }

  private growth(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure.error)
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume()
  }
}
