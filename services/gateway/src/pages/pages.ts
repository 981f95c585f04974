import fastifyStatic from '@fastify/static'
import { NOT_FOUND } from '@hissa/contracts'
import { currentTraceparent, inSpan, problemFor } from '@hissa/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { GatewayConfig } from '../config.js'
import type { GatewayParts } from '../gateway.module.js'
import { NOT_PAGES } from '../http/not-pages.js'
import { sendProblem } from '../http/problem.filter.js'
import { CAMERA_PERMITTED, pagePolicy, paymentPolicy } from '../http/security-headers.js'
import { NONCE_PLACEHOLDER, withNonce } from './nonce.js'
import { isCameraPage, isPaymentPage, pageAddress, type PageAddress } from './page-address.js'
import { RenderQueue } from './render-queue.js'
import { serveSite } from './site.js'
import { loadWeb, type Page, type PageRequest, type Web } from './web-entry.js'

const OK = 200

/** Serves the built web: its files, and every other GET as a page rendered here. */
export async function servePages(fastify: FastifyInstance, parts: GatewayParts): Promise<void> {
  const { config } = parts
  const web = await loadWeb(config)
  fastify.addHook('onClose', () => web.close())
  const pages = new Pages(fastify, parts, web)
  serveSite(fastify, parts, web.site)
  await fastify.register(fastifyStatic, {
    root: join(config.WEB_DIST, 'client'),
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '.vite/**', '**/*.{br,gz}'],
    // The build writes compressed forms of each large file.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = /[\\/](assets|media)[\\/]/.test(path)
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  fastify.all('/api/*', (_request, reply) => nothingHere(reply))
  fastify.get('/*', (request, reply) => pages.answer(request, reply))
}

/** Paths of the web's files. */
export async function webFiles({ WEB_DIST }: GatewayConfig): Promise<ReadonlySet<string>> {
  const root = join(WEB_DIST, 'client')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  return new Set(files.map(({ parentPath, name }) => `/${relative(root, join(parentPath, name)).split(sep).join('/')}`))
}

function nothingHere(reply: FastifyReply): FastifyReply {
  sendProblem(reply, problemFor(NOT_FOUND, 'There is nothing at this address.'))
  return reply
}

class Pages {
  private readonly queue = new RenderQueue<Page>()

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly parts: GatewayParts,
    private readonly web: Web,
  ) {}

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (NOT_PAGES.test(request.url)) return nothingHere(reply)
    const address = pageAddress(request.url)
    // Checked again, because dot segments are resolved by now.
    if (NOT_PAGES.test(address.url)) return nothingHere(reply)
    const page = await this.pageOf(address)
    if (page.redirect) return reply.redirect(page.redirect, page.status)
    const { html, nonce } = withNonce(page.html)
    if (isCameraPage(address.url)) void reply.header('permissions-policy', CAMERA_PERMITTED)
    return reply
      .status(page.status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', this.policyOf(address, nonce))
      .send(html)
  }

  private policyOf({ url }: PageAddress, nonce: string): string {
    const { PUBLIC_URL, STRIPE_JS_URL } = this.parts.config
    return isPaymentPage(url) ? paymentPolicy(nonce, PUBLIC_URL, STRIPE_JS_URL) : pagePolicy(nonce, PUBLIC_URL)
  }

  /**
   * Returns a page from the cache or renders it. A page is cached by its address until a property changes, and for half
   * a minute at most. The theme is not part of the key: the page follows the system, and an inline script applies the
   * reader's choice before the first paint.
   */
  private async pageOf({ url, key }: PageAddress): Promise<Page> {
    const { cache } = this.parts
    return cache.page(key) ?? this.queue.run(url, () => this.renderAndKeep(url, key))
  }

  private async renderAndKeep(url: string, key: string): Promise<Page> {
    const { cache, clock } = this.parts
    const mark = cache.mark()
    const page = await this.render({
      url,
      theme: 'system',
      nonce: NONCE_PLACEHOLDER,
      nowMs: clock.now().getTime(),
    })
    // Anyone can request made-up addresses, so only pages that exist are cached.
    if (page.cacheable && page.status === OK) cache.put(key, page, mark)
    return page
  }

  private async render(request: Omit<PageRequest, 'fetchApi'>): Promise<Page> {
    try {
      return await inSpan(this.parts.tracing.tracer, 'render page', {}, () => {
        // Read here, because the reads of a page start on another thread, outside the span.
        const traceparent = currentTraceparent()
        return this.web.render({ ...request, fetchApi: (path) => this.fetchApi(path, traceparent) })
      })
    } catch (error) {
      this.parts.logger.error({ err: error, path: request.url.split('?')[0] }, 'a page could not be rendered')
      return { ...(await this.web.shell(request)), status: 500, cacheable: false }
    }
  }

  /** Makes the page's reads through the gateway's own routes, and so through their cache, without a socket. */
  private async fetchApi(path: string, traceparent: string | undefined): Promise<Response> {
    const headers = { ...(traceparent && { traceparent }) }
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await this.fastify.inject({ method: 'GET', url: path, headers })
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: { 'content-type': String(answered['content-type']) },
    })
  }
}
