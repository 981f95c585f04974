import type { FastifyInstance, FastifyReply } from 'fastify'

interface Entry {
  body: Buffer
  contentType: string
  expiresAtMs: number
}

const MAX_ENTRIES = 2_000
const MAX_AGE_MS = 30_000

/**
 * Answers of public GETs and public pages, kept in this process until something public changes. Every replica hears
 * the events itself; the age bounds what a missed one can do.
 */
export class PublicCache {
  private readonly entries = new Map<string, Entry>()
  private epoch = 0

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
    if (this.entries.size >= MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!)
    this.entries.set(url, { body, contentType, expiresAtMs: Date.now() + MAX_AGE_MS })
  }

  /** Forgets everything: a property, its raise or a text has changed. */
  drop(): void {
    this.epoch += 1
    this.entries.clear()
  }

  private get(url: string): Entry | undefined {
    const entry = this.entries.get(url)
    if (!entry) return undefined
    if (entry.expiresAtMs > Date.now()) return entry
    this.entries.delete(url)
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
