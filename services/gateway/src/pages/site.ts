import { NOT_FOUND, type Output } from '@hissa/contracts'
import { ADDRESSES_PAGE, ListAddresses } from '@hissa/contracts/property'
import { problemFor } from '@hissa/kernel'
import type { RpcClient } from '@hissa/messaging'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { GatewayParts } from '../gateway.module.js'
import { PAGES_PER_SITEMAP, robots, sitemap, sitemapIndex, type SitePage } from './sitemap.js'
import type { Site } from './web-entry.js'

/** Pages that list properties, so they change with them. */
const LISTS = new Set(['/', '/properties'])

/** Serves `robots.txt` and the sitemaps: the public pages of the web, then the page of each published property. */
export function serveSite(fastify: FastifyInstance, { rpc, config }: GatewayParts, site: Site): void {
  const { PUBLIC_URL } = config
  const pages = new SitePages(rpc, site)
  const send = (reply: FastifyReply, number: number, first: Addresses) =>
    reply.send(Readable.from(sitemap(PUBLIC_URL, pages.of(number, first)), { objectMode: false }))

  fastify.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robots(PUBLIC_URL, site)),
  )
  fastify.get('/sitemap.xml', async (_request, reply) => {
    const first = await pages.read(1)
    void xml(reply)
    const sitemaps = pages.sitemaps(first)
    return sitemaps === 1 ? send(reply, 1, first) : reply.send(sitemapIndex(PUBLIC_URL, sitemaps))
  })
  fastify.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9]\\d{0,3}).xml', async (request, reply) => {
    const number = Number(request.params.number)
    const first = await pages.read(number)
    if (number > pages.sitemaps(first)) throw problemFor(NOT_FOUND, 'There is no such sitemap.')
    return send(xml(reply), number, first)
  })
}

const xml = (reply: FastifyReply) => reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache')

type Addresses = Output<typeof ListAddresses>

/** The pages of the site in a fixed order, in parts of the size of a sitemap. */
class SitePages {
  constructor(
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly site: Site,
  ) {}

  sitemaps({ total }: Pick<Addresses, 'total'>): number {
    return Math.max(1, Math.ceil((this.site.pages.length + total) / PAGES_PER_SITEMAP))
  }

  /** Reads the first addresses of a sitemap. A failure is answered before anything has been sent. */
  read(number: number): Promise<Addresses> {
    const [offset, end] = this.propertiesOf(number)
    return this.addresses(offset, end)
  }

  /** Yields the pages of a sitemap, of which the first addresses have been read. */
  async *of(number: number, first: Addresses): AsyncGenerator<readonly SitePage[]> {
    if (number === 1) yield this.site.pages.map((path) => pageOf(path, first))
    const [start, end] = this.propertiesOf(number)
    let read = first
    for (let offset = start; read.addresses.length > 0;) {
      yield read.addresses.map(({ slug, updatedAt }) => ({
        path: `/properties/${encodeURIComponent(slug)}`,
        changedAt: updatedAt,
      }))
      offset += read.addresses.length
      if (offset >= Math.min(end, read.total)) return
      read = await this.addresses(offset, end)
    }
  }

  /** Returns the positions of the properties of a sitemap; the first also has the site's other pages. */
  private propertiesOf(number: number): [start: number, end: number] {
    const others = this.site.pages.length
    return [Math.max(0, (number - 1) * PAGES_PER_SITEMAP - others), number * PAGES_PER_SITEMAP - others]
  }

  private addresses(offset: number, end: number): Promise<Addresses> {
    return this.rpc.call(ListAddresses, { offset, limit: Math.min(ADDRESSES_PAGE, end - offset) })
  }
}

const pageOf = (path: string, { changedAt }: Addresses): SitePage => ({
  path,
  ...(LISTS.has(path) && changedAt !== null && { changedAt }),
})
