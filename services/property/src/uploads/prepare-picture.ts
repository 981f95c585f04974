import { ok, refuse, type ErrorOf, type Refused, type Result } from '@hissa/contracts'
import {
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TOO_LARGE,
  UPLOAD_TYPE_REFUSED,
  UPLOAD_UNREADABLE,
  UPLOADS_BUSY,
} from '@hissa/contracts/property'
import { Gauge, type MetricsRegistry, type TimeLimits } from '@hissa/kernel'
import {
  TaskRejectedError,
  TaskTimeoutError,
  WorkerPool,
  workerFile,
  type WorkerPoolOptions,
} from '@hissa/kernel/workers'
import type { PictureRefusal } from '@hissa/storage/pictures'
import type { OnModuleDestroy } from '@nestjs/common'
import { createHash } from 'node:crypto'
// Keeps the decoder's library loaded while worker threads start and exit.
import 'sharp'
import type { Encoded, EncodedPicture } from './encode-picture.worker.js'

/** A picture to store, and the SHA-256 of the file that was received, hex. */
export type PreparedPicture = EncodedPicture & { sha256: string }

/** The worker that encodes pictures, and its limits. */
export type PictureOptions = Partial<WorkerPoolOptions<Uint8Array>>

type PictureError = ErrorOf<
  typeof UPLOAD_TYPE_REFUSED | typeof UPLOAD_TOO_LARGE | typeof UPLOAD_UNREADABLE | typeof UPLOADS_BUSY
>

const DEFAULTS = {
  file: workerFile(import.meta.url, 'encode-picture.worker'),
  // A thread may need 150 MB of native memory.
  maxThreads: 1,
  ...{ maxWaiting: 16, maxWaitingPerUser: 8, heapLimitMb: 64 },
}

/**
 * Checks uploads by their content and encodes them for the web, which removes location, camera and hidden parts of the
 * file. Pictures are decoded on a worker thread, within limits of bytes, pixels and time, alternating between users.
 */
export class PreparePicture implements OnModuleDestroy {
  private readonly pool: WorkerPool<Uint8Array, Encoded>

  /** @param options replace the defaults and `limits`, in tests */
  constructor(metrics: MetricsRegistry, limits: TimeLimits, options: PictureOptions = {}) {
    const waits = { queueTimeoutMs: limits.pictureQueueMs, taskTimeoutMs: limits.pictureMs }
    const pool = (this.pool = new WorkerPool<Uint8Array, Encoded>({ ...DEFAULTS, ...waits, ...options }))
    new Gauge({
      name: 'property_uploads_waiting',
      help: 'Uploaded pictures of properties queued for encoding.',
      registers: [metrics],
      collect() {
        this.set(pool.waiting)
      },
    })
  }

  /** Prepares an upload. `load` reads its bytes once the thread is available. Throws what `load` throws. */
  async execute(userId: string, load: () => Promise<Buffer>): Promise<Result<PreparedPicture, PictureError>> {
    let sha256 = ''
    try {
      const encoded = await this.pool.run(userId, async () => {
        const bytes = withinLimit(await load())
        sha256 = createHash('sha256').update(bytes).digest('hex')
        return bytes
      })
      return encoded.ok ? ok({ ...encoded.picture, sha256 }) : REFUSALS[encoded.refusal]()
    } catch (error) {
      if (error instanceof TooLargeError) return refuse(UPLOAD_TOO_LARGE, 'The picture is larger than 10 MB.')
      if (error instanceof TaskRejectedError)
        return refuse(UPLOADS_BUSY, 'Too many pictures are being processed. Please try again in a minute.')
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
  if (bytes.length > UPLOAD_LIMIT_BYTES) throw new TooLargeError()
  return bytes
}

const unreadable = (detail: string) => () => refuse(UPLOAD_UNREADABLE, detail)

const REFUSALS: Record<PictureRefusal, () => Refused<PictureError>> = {
  type: () => refuse(UPLOAD_TYPE_REFUSED, 'Only JPEG, PNG and WebP pictures are accepted.'),
  unreadable: unreadable('The picture cannot be read. Please choose another file.'),
  'too-small': unreadable('The picture is too small: it needs at least 800 by 450 pixels.'),
  'too-many-pixels': unreadable('The picture has too many pixels. Please send a smaller one.'),
}
