import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Page } from '../pages/web-entry.js'
import { apiCacheKey, TOKENS } from './cache-keys.js'
import { compressBody, COMPRESS_FROM_BYTES } from './compression.js'
import { preferredEncoding, type Encoding } from './encodings.js'

interface Answer {
  body: Buffer
  contentType: string
  /** Set on a compressed form; each form is a separate entry. */
  encoding?: Encoding
}

/** Total, including keys. Parameter values are unlimited, so a limit on the number of entries would bound nothing. */
const MAX_BYTES = 24 * 1024 * 1024
const MAX_ENTRY_BYTES = 1024 * 1024
const MAX_AGE_MS = 30_000
/** Overhead of the map and of an entry's objects. */
const ENTRY_BYTES = 512
const CHARACTER_BYTES = 2
const REVALIDATED = 'public, max-age=0, must-revalidate'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Caches responses of public GETs and public pages in this process until public data changes. Keys contain only
 * parameters that the route has. Every replica subscribes to the events; the maximum age limits the effect of a missed
 * one.
 */
export class PublicCache {
  private readonly answers = boundedBy(MAX_BYTES)
  private epoch = 0
  private tokensEpoch = 0

  /** Serves cache hits before the handler runs, but never to requests with a token. */
  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'GET' || request.headers.authorization) return done()
      const key = this.keyOf(request)
      const hit = key === undefined ? undefined : this.answers.get(key)
      if (key === undefined || !hit || !('body' in hit)) return done()
      const encoding = preferredEncoding(request.headers['accept-encoding'])
      const large = hit.body.byteLength >= COMPRESS_FROM_BYTES
      if (!encoding || !large) return void send(reply, hit, large)
      this.compressed(key, hit, encoding).then((form) => void send(reply, form, large), done)
    })
  }

  /**
   * Returns a compressed form of a cached response. Each form is compressed once and cached as long as the response.
   */
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

  /** Returns a mark of the current state; `put` with it does nothing if the cache was dropped since. */
  mark(): number {
    return this.epoch
  }

  put(key: string | undefined, answer: Answer | Page, mark: number): void {
    if (key !== undefined && mark === this.epoch) this.answers.set(key, answer)
  }

  /** Like `put`, with a copy of a body that may share larger memory, unless a response is cached already. */
  add(key: string | undefined, { body, ...rest }: Answer, mark: number): void {
    if (key !== undefined && !this.answers.has(key)) this.put(key, { ...rest, body: Buffer.from(body) }, mark)
  }

  /** Returns the page cached under this key. */
  page(key: string): Page | undefined {
    const kept = this.answers.get(key)
    return kept && 'html' in kept ? kept : undefined
  }

  /** Responds to a public GET with the JSON that `read` returns, and caches it. */
  async respond(request: FastifyRequest, reply: FastifyReply, read: () => Promise<Buffer>): Promise<void> {
    const mark = this.mark()
    const key = this.keyOf(request)
    const body = await read()
    this.add(key, { body, contentType: JSON_TYPE }, mark)
    void reply
      .header('content-type', JSON_TYPE)
      .header('cache-control', REVALIDATED)
      .header('x-cache', 'miss')
      .send(body)
  }

  /** Drops every entry, because a property, its raise, a text or an article has changed. */
  drop(): void {
    this.epoch += 1
    this.answers.clear()
  }

  /** Stops using the responses about tokens, without a search for them. Pages and properties stay cached. */
  dropTokens(): void {
    this.tokensEpoch += 1
  }

  private keyOf(request: FastifyRequest): string | undefined {
    const key = apiCacheKey(request)
    return key?.startsWith(TOKENS) ? `${key}:${this.tokensEpoch}` : key
  }

  /** Returns the cached bytes now and the limit. */
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
    .header('cache-control', REVALIDATED)
    .header('x-cache', 'hit')
    .send(body)
}
