import type { FastifyInstance, FastifyReply } from 'fastify'

interface Entry {
  body: Buffer
  contentType: string
  expiresAtMs: number
}

/** In all: an address can be varied without end, so entries alone bound nothing. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_AGE_MS = 30_000

/**
 * Answers of public GETs and public pages, kept in this process until something public changes. Every replica hears
 * the events itself; the age bounds what a missed one can do.
 */
export class PublicCache {
  private readonly entries = new Map<string, Entry>()
  private epoch = 0
  private bytes = 0

  /** Serves hits before routing; registers nothing for requests that carry a token. */
  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const hit = request.method === 'GET' && !request.headers.authorization ? this.get(request.url) : undefined
      if (!hit) return done()
      this.send(reply, hit, 'hit')
    })
  }

  /** A mark of now; `put` with it does nothing if the cache was dropped in between. */
  mark(): number {
    return this.epoch
  }

  put(url: string, body: Buffer, contentType: string, mark: number): void {
    if (mark !== this.epoch) return
    this.forget(url)
    while (this.entries.size > 0 && this.bytes + body.length > MAX_BYTES) this.forget(this.entries.keys().next().value!)
    this.entries.set(url, { body, contentType, expiresAtMs: Date.now() + MAX_AGE_MS })
    this.bytes += body.length
  }

  /** Forgets everything: a property, its raise or a text has changed. */
  drop(): void {
    this.epoch += 1
    this.entries.clear()
    this.bytes = 0
  }

  private forget(url: string): void {
    this.bytes -= this.entries.get(url)?.body.length ?? 0
    this.entries.delete(url)
  }

  private get(url: string): Entry | undefined {
    const entry = this.entries.get(url)
    if (!entry) return undefined
    if (entry.expiresAtMs > Date.now()) return entry
    this.forget(url)
    return undefined
  }

  private send(reply: FastifyReply, entry: Entry, state: string): void {
    void reply
      .header('content-type', entry.contentType)
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .header('x-cache', state)
      .send(entry.body)
  }
}
