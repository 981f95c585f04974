import { Gauge, METRICS, problem, type MetricsRegistry, type ProblemError } from '@hissa/kernel'
import { PoolFullError, TaskTimeoutError, WorkerPool, workerFile } from '@hissa/kernel/workers'
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common'
// The decoder's library must stay loaded while threads that use it come and go.
import 'sharp'
import type { Decoded, Refusal } from './decode-picture.worker.js'

/** An image as it is kept: decoded and written anew, upright, without metadata. */
export interface PreparedImage {
  bytes: Buffer
  contentType: 'image/jpeg'
  widthPx: number
  heightPx: number
}

export const LIMIT_BYTES = 10_000_000

/** Each thread may need 150 MB of native memory, so more of them would exceed the service's memory. */
const MAX_THREADS = 2
const LIMITS = { maxWaiting: 32, maxWaitingPerUser: 3, waitLimitMs: 10_000, runLimitMs: 8_000, heapLimitMb: 64 }

/**
 * Checks uploads by their bytes and re-encodes them, so that nothing of the original file (location, camera, hidden
 * parts) is kept. Pictures are decoded on worker threads, within limits of bytes and time, from each user in turn.
 */
@Injectable()
export class PreparePicture implements OnModuleDestroy {
  private readonly pool = new WorkerPool<Uint8Array, Decoded>({
    file: workerFile(import.meta.url, 'decode-picture.worker'),
    maxThreads: MAX_THREADS,
    ...LIMITS,
  })

  constructor(@Inject(METRICS) metrics: MetricsRegistry) {
    const { pool } = this
    new Gauge({
      name: 'kyc_uploads_waiting',
      help: 'Uploaded pictures queued for decoding.',
      registers: [metrics],
      collect() {
        this.set(pool.waiting)
      },
    })
  }

  /**
   * Prepares one upload of a user; `load` reads its bytes when its turn has come. Errors: UPLOAD_TOO_LARGE 413,
   * UPLOAD_TYPE_REFUSED 422, UPLOAD_UNREADABLE 422, UPLOADS_BUSY 503, and those of `load`.
   */
  async execute(userId: string, load: () => Promise<Buffer>): Promise<PreparedImage> {
    const decoded = await this.decode(userId, load)
    if (!decoded.ok) throw REFUSALS[decoded.refusal]()
    const { bytes, widthPx, heightPx } = decoded.picture
    return { bytes: Buffer.from(bytes), contentType: 'image/jpeg', widthPx, heightPx }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close()
  }

  private async decode(userId: string, load: () => Promise<Buffer>): Promise<Decoded> {
    try {
      return await this.pool.run(userId, async () => {
        const bytes = await load()
        if (bytes.length > LIMIT_BYTES) throw problem('UPLOAD_TOO_LARGE', 413, 'The picture is larger than 10 MB.')
        return bytes
      })
    } catch (error) {
      if (error instanceof PoolFullError) throw busy()
      if (error instanceof TaskTimeoutError) throw REFUSALS.unreadable()
      throw error
    }
  }
}

const unreadable = (detail: string) => () => problem('UPLOAD_UNREADABLE', 422, detail)

const REFUSALS: Record<Refusal, () => ProblemError> = {
  type: () => problem('UPLOAD_TYPE_REFUSED', 422, 'Only JPEG, PNG and WebP pictures are accepted.'),
  unreadable: unreadable('The picture cannot be read. Please take it again.'),
  'too-small': unreadable('The picture is too small to be read. Please take it again, closer.'),
  'too-many-pixels': unreadable('The picture has too many pixels. Please send it as an ordinary photo.'),
}

const busy = () => problem('UPLOADS_BUSY', 503, 'Too many pictures are being processed. Please try again in a minute.')
