import fastifyStatic from '@fastify/static'
import { problem, withTrace } from '@hissa/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { GatewayParts } from '../gateway.module.js'
import { sendProblem } from '../http/problem.filter.js'
import { pagePolicy } from '../http/security-headers.js'
import { loadWeb, type Page } from './web-entry.js'

// Stands in a kept page where each answer's own nonce goes.
const NONCE = 'bm9uY2UtZ29lcy1oZXJl'
const UNSUPPORTED = ['/api', '/ws', '/audio']

/** Serves the built web: its files, and every other GET as a page rendered here. */
export async function servePages(fastify: FastifyInstance, parts: GatewayParts): Promise<void> {
  const { config, logger } = parts
  const render = await loadWeb(config)
  await fastify.register(fastifyStatic, {
    root: join(config.WEB_DIST, 'client'),
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '.vite/**'],
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  fastify.all('/api/*', (_request, reply) => {
    sendProblem(reply, problem('NOT_FOUND', 404, 'There is nothing at this address.'))
    return reply
  })
  const pages = new Map<string, { page: Page; mark: number; untilMs: number }>()
  fastify.get('/*', (request, reply) =>
    withTrace(undefined, async () => {
      try {
        return await answer(request, reply)
      } catch (error) {
        logger.error({ err: error, path: request.url }, 'a page could not be rendered')
        return reply.status(500).header('content-type', 'text/plain; charset=utf-8').send('Something went wrong')
      }
    }),
  )

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (UNSUPPORTED.some((path) => request.url.startsWith(path))) {
      sendProblem(reply, problem('NOT_FOUND', 404, 'There is nothing at this address.'))
      return reply
    }
    const page = await pageOf(request)
    if (page.redirect) return reply.redirect(page.redirect, 302)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .status(page.status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(nonce, config.PUBLIC_URL))
      .send(page.html.replaceAll(NONCE, nonce))
  }

  /** A page is kept until a property changes, and for half a minute at most. */
  async function pageOf(request: FastifyRequest): Promise<Page> {
    const theme = /(?:^|;\s*)theme=(light|dark)/.exec(request.headers.cookie ?? '')?.[1] as 'light' | 'dark' | undefined
    const key = `${theme ?? ''} ${request.url}`
    const mark = parts.cache.mark()
    const kept = pages.get(key)
    if (kept && kept.mark === mark && kept.untilMs > Date.now()) return kept.page
    const page = await render({ url: request.url, theme, nonce: NONCE, fetchApi: (path) => fetchApi(fastify, path) })
    if (pages.size >= 500) pages.clear()
    if (page.status < 500) pages.set(key, { page, mark, untilMs: Date.now() + 30_000 })
    return page
  }
}

/** The page's reads go through our own routes, and so through their cache, without a socket. */
async function fetchApi(fastify: FastifyInstance, path: string): Promise<{ status: number; body: unknown }> {
  const { statusCode, payload } = await fastify.inject({ method: 'GET', url: path })
  return { status: statusCode, body: JSON.parse(payload) as unknown }
}
