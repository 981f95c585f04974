import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Page } from '../pages/web-entry.js'
import { apiCacheKey } from './cache-keys.js'
import { compressBody, COMPRESS_FROM_BYTES } from './compression.js'
import { preferredEncoding, type Encoding } from './encodings.js'

interface Answer {
  body: Buffer
  contentType: string
  /** Set on a compressed form; each form is a separate entry. */
  encoding?: Encoding
}

/** In all, keys included: a value of a parameter can be varied without end, so a count of entries bounds nothing. */
const MAX_BYTES = 24 * 1024 * 1024
const MAX_ENTRY_BYTES = 1024 * 1024
const MAX_AGE_MS = 30_000
/** What the map itself and an entry's objects take. */
const ENTRY_BYTES = 512
const CHARACTER_BYTES = 2

/**
 * Answers of public GETs and public pages, kept in this process until something public changes. They are found by the
 * parameters that a route really has. Every replica subscribes to the events; the maximum age bounds the effect of a missed one.
 */
export class PublicCache {
  private readonly answers = boundedBy(MAX_BYTES)
  private epoch = 0

  /** Serves hits before the handler runs; never to requests that carry a token. */
  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' || request.headers.authorization) return
      const key = apiCacheKey(request)
      const hit = key === undefined ? undefined : this.answers.get(key)
      if (key === undefined || !hit || !('body' in hit)) return
      const encoding = preferredEncoding(request.headers['accept-encoding'])
      const large = hit.body.byteLength >= COMPRESS_FROM_BYTES
      return send(reply, encoding && large ? await this.compressed(key, hit, encoding) : hit, large)
    })
  }

  /** Returns a compressed form of a cached response, made once and cached as long as the response. */
  private async compressed(key: string, { body, contentType }: Answer, encoding: Encoding): Promise<Answer> {
    const formKey = `${encoding}:${key}`
    const kept = this.answers.get(formKey)
    if (kept && 'body' in kept) return kept
    const mark = this.mark()
    const ttl = this.answers.getRemainingTTL(key)
    const form = { body: await compressBody(body, encoding), contentType, encoding }
    if (mark === this.epoch && ttl > 0) this.answers.set(formKey, form, { ttl })
    return form
  }

  /** A mark of now; `put` with it does nothing if the cache was dropped in between. */
  mark(): number {
    return this.epoch
  }

  put(key: string | undefined, answer: Answer | Page, mark: number): void {
    if (key !== undefined && mark === this.epoch) this.answers.set(key, answer)
  }

  /** The page kept under this key. */
  page(key: string): Page | undefined {
    const kept = this.answers.get(key)
    return kept && 'html' in kept ? kept : undefined
  }

  /** Forgets everything: a property, its raise or a text has changed. */
  drop(): void {
    this.epoch += 1
    this.answers.clear()
  }

  /** Bytes that are kept now, and the most that may be. */
  size(): { bytes: number; maxBytes: number } {
    return { bytes: this.answers.calculatedSize, maxBytes: MAX_BYTES }
  }
}

const boundedBy = (maxSize: number) =>
  new LRUCache<string, Answer | Page>({
    maxSize,
    maxEntrySize: MAX_ENTRY_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: (answer, key) => ENTRY_BYTES + key.length * CHARACTER_BYTES + bytesOf(answer),
  })

const bytesOf = (answer: Answer | Page) =>
  'html' in answer ? answer.html.length * CHARACTER_BYTES : answer.body.byteLength

function send(reply: FastifyReply, { body, contentType, encoding }: Answer, large: boolean): FastifyReply {
  if (large) void reply.header('vary', 'accept-encoding')
  if (encoding) void reply.header('content-encoding', encoding)
  return reply
    .header('content-type', contentType)
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('x-cache', 'hit')
    .send(body)
}
