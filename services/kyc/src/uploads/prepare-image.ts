import { ok, refuse, type ErrorOf, type Refused, type Result } from '@hissa/contracts'
import { UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED, UPLOAD_UNREADABLE, UPLOADS_BUSY } from '@hissa/contracts/kyc'
import { Gauge, type MetricsRegistry, type TimeLimits } from '@hissa/kernel'
import {
  TaskRejectedError,
  TaskTimeoutError,
  WorkerPool,
  workerFile,
  type WorkerPoolOptions,
} from '@hissa/kernel/workers'
import type { OnModuleDestroy } from '@nestjs/common'
// Keeps the decoder's library loaded while worker threads start and exit.
import 'sharp'
import type { PictureRefusal } from '@hissa/storage/pictures'
import type { Decoded } from './decode-picture.worker.js'

/** A re-encoded picture to store, upright and without metadata. */
export interface PreparedImage {
  bytes: Buffer
  contentType: 'image/jpeg'
  widthPx: number
  heightPx: number
}

export const LIMIT_BYTES = 10_000_000

/** The worker that decodes pictures, and its limits. */
export type PictureOptions = Partial<WorkerPoolOptions<Uint8Array>>

export type PictureError = ErrorOf<
  typeof UPLOAD_TYPE_REFUSED | typeof UPLOAD_TOO_LARGE | typeof UPLOAD_UNREADABLE | typeof UPLOADS_BUSY
>

/** Each thread may need 150 MB of native memory, so more threads would exceed the service's memory. */
const MAX_THREADS = 2
const DEFAULTS = {
  file: workerFile(import.meta.url, 'decode-picture.worker'),
  maxThreads: MAX_THREADS,
  ...{ maxWaiting: 32, maxWaitingPerUser: 3, heapLimitMb: 64 },
}

/**
 * Checks uploads by their content and re-encodes them, which removes location, camera and hidden parts of the file.
 * Pictures are decoded on worker threads, within limits of bytes and time, alternating between users.
 */
export class PreparePicture implements OnModuleDestroy {
  private readonly pool: WorkerPool<Uint8Array, Decoded>

  /** @param options replace the defaults and `limits`, in tests */
  constructor(metrics: MetricsRegistry, limits: TimeLimits, options: PictureOptions = {}) {
    const waits = { queueTimeoutMs: limits.pictureQueueMs, taskTimeoutMs: limits.pictureMs }
    const pool = (this.pool = new WorkerPool<Uint8Array, Decoded>({ ...DEFAULTS, ...waits, ...options }))
    new Gauge({
      name: 'kyc_uploads_waiting',
      help: 'Uploaded pictures queued for decoding.',
      registers: [metrics],
      collect() {
        this.set(pool.waiting)
      },
    })
  }

  /** Prepares an upload. `load` reads its bytes once a thread is available. Throws what `load` throws. */
  async execute(userId: string, load: () => Promise<Buffer>): Promise<Result<PreparedImage, PictureError>> {
    try {
      const decoded = await this.pool.run(userId, async () => withinLimit(await load()))
      if (!decoded.ok) return REFUSALS[decoded.refusal]()
      const { bytes, widthPx, heightPx } = decoded.picture
      return ok({ bytes: Buffer.from(bytes), contentType: 'image/jpeg', widthPx, heightPx })
    } catch (error) {
      if (error instanceof TooLargeError) return refuse(UPLOAD_TOO_LARGE, 'The picture is larger than 10 MB.')
      if (error instanceof TaskRejectedError) return busy()
      if (error instanceof TaskTimeoutError) return REFUSALS.unreadable()
      throw error
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close()
  }
}

/** Aborts a task before it is sent to a thread. */
class TooLargeError extends Error {}

function withinLimit(bytes: Buffer): Buffer {
  if (bytes.length > LIMIT_BYTES) throw new TooLargeError()
  return bytes
}

const unreadable = (detail: string) => () => refuse(UPLOAD_UNREADABLE, detail)

const REFUSALS: Record<PictureRefusal, () => Refused<PictureError>> = {
  type: () => refuse(UPLOAD_TYPE_REFUSED, 'Only JPEG, PNG and WebP pictures are accepted.'),
  unreadable: unreadable('The picture cannot be read. Please take it again.'),
  'too-small': unreadable('The picture is too small to be read. Please take it again, closer.'),
  'too-many-pixels': unreadable('The picture has too many pixels. Please send it as an ordinary photo.'),
}

const busy = () => refuse(UPLOADS_BUSY, 'Too many pictures are being processed. Please try again in a minute.')
