import { ok, refuse, SERVICE_UNAVAILABLE, type ErrorOf, type Result } from '@hissa/contracts'
import { Gauge, type MetricsRegistry, type TimeLimits } from '@hissa/kernel'
import {
  TaskRejectedError,
  TaskTimeoutError,
  WorkerPool,
  workerFile,
  type WorkerPoolOptions,
} from '@hissa/kernel/workers'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { textsOf, type PrintedDocument } from './blocks.js'

/** The worker that renders documents, and its limits. */
export type PdfOptions = Partial<WorkerPoolOptions<PrintedDocument>>

const DEFAULTS = {
  file: workerFile(import.meta.url, 'render-pdf.worker'),
  ...{ maxThreads: 1, maxWaiting: 32, maxWaitingPerUser: 8, heapLimitMb: 192 },
}

/** Bounds what a thread lays out: a document of ten pages has a third of either. */
const LIMIT_CHARACTERS = 100_000
const LIMIT_TEXTS = 2_000
/** Bounds the memory for rendered documents. */
const CACHE_LIMIT_BYTES = 8_000_000

/** Thrown for a document that is too long to be laid out within the limits of time and memory. */
export class DocumentTooLongError extends Error {
  override readonly name = 'DocumentTooLongError'
}

/**
 * Renders documents as PDF on a worker thread, within limits of length, memory and time. A document that was rendered
 * before is returned from memory.
 */
export class PdfRenderer {
  private readonly pool: WorkerPool<PrintedDocument, Uint8Array>
  /** Rendered documents by the hash of their input. */
  private readonly rendered = new LRUCache<string, Buffer>({
    maxSize: CACHE_LIMIT_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  private readonly running = new Map<string, Promise<Buffer>>()

  /** @param options replace the defaults and `limits`, in tests */
  constructor(service: string, metrics: MetricsRegistry, limits: TimeLimits, options: PdfOptions = {}) {
    const waits = { queueTimeoutMs: limits.pdfQueueMs, taskTimeoutMs: limits.pdfMs }
    const pool = (this.pool = new WorkerPool<PrintedDocument, Uint8Array>({ ...DEFAULTS, ...waits, ...options }))
    new Gauge({
      name: `${service}_pdfs_waiting`,
      help: 'Documents queued for rendering as PDF.',
      registers: [metrics],
      collect() {
        this.set(pool.waiting)
      },
    })
  }

  /**
   * Renders a document for a reader; readers take turns. Refuses when too many documents wait or one takes too long.
   * Throws DocumentTooLongError, and the error of a thread that failed.
   */
  async render(
    reader: string,
    document: PrintedDocument,
  ): Promise<Result<Buffer, ErrorOf<typeof SERVICE_UNAVAILABLE>>> {
    checkLength(document)
    const key = createHash('sha256').update(JSON.stringify(document)).digest('hex')
    try {
      return ok(this.rendered.get(key) ?? (await this.renderOnce(key, reader, document)))
    } catch (error) {
      if (error instanceof TaskRejectedError || error instanceof TaskTimeoutError)
        return refuse(SERVICE_UNAVAILABLE, 'Too many documents are being rendered. Please try again in a minute.')
      throw error
    }
  }

  /** Terminates the thread. Nest calls it when the service stops. */
  async onModuleDestroy(): Promise<void> {
    await this.pool.close()
  }

  private renderOnce(key: string, reader: string, document: PrintedDocument): Promise<Buffer> {
    const running = this.running.get(key)
    if (running) return running
    const started = this.pool
      .run(reader, async () => document)
      .then((bytes) => {
        const pdf = Buffer.from(bytes)
        this.rendered.set(key, pdf)
        return pdf
      })
      .finally(() => this.running.delete(key))
    this.running.set(key, started)
    return started
  }
}

function checkLength({ title, blocks, footer }: PrintedDocument): void {
  const texts = [title, footer, ...blocks.flatMap(textsOf)]
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  if (texts.length > LIMIT_TEXTS || characters > LIMIT_CHARACTERS) throw new DocumentTooLongError()
}
