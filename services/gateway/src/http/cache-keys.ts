import { LearningQuery } from '@hissa/contracts/chat'
import { ListPropertiesQuery, type PropertySort } from '@hissa/contracts/property'
import { TokensQuery } from '@hissa/contracts/tokenisation'
import { languageFor } from '@hissa/texts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'

type Keyed = Pick<FastifyRequest, 'url' | 'query' | 'params'> & { routeOptions?: { url?: string | undefined } }

/** Begins the keys of the tokens' responses. */
export const TOKENS = 'api:tokens'

export const LIST_DEFAULTS: { limit: number; sort: z.output<typeof PropertySort> } = { limit: 10, sort: 'newest' }

/**
 * Returns the cache key of a public GET, made of its route and the route's parsed parameters. Other parameters of the
 * address are ignored. Undefined for other routes and for invalid parameters.
 */
export function apiCacheKey(request: Keyed): string | undefined {
  const route = request.routeOptions?.url
  if (route === '/api/home') return 'api:home'
  if (route === '/api/track-record') return 'api:track-record'
  if (route === '/api/properties/:id') return `api:property:${(request.params as { id: string }).id}`
  if (route === '/api/properties/:id/income') return `api:property-income:${(request.params as { id: string }).id}`
  if (route?.startsWith('/api/tokens')) return tokensKey(route, request)
  if (route !== undefined && LEARNING.has(route)) return learningKey(route, request)
  return route === '/api/properties' ? keyOfAddress(request) : undefined
}

function tokensKey(route: string, { params, query }: Keyed): string | undefined {
  const parsed = z.safeParse(TokensQuery, query)
  if (!parsed.success) return undefined
  const { limit, cursor } = parsed.data
  return `${TOKENS}:${JSON.stringify([route, (params as { property?: string }).property, limit, cursor])}`
}

/** The public reads of the learning hub, apart from searches. */
const LEARNING = new Set([
  ...['/api/learning', '/api/learning/glossary'],
  ...['/api/learning/articles/:id', '/api/learning/quizzes/:id'],
])

function learningKey(route: string, { params, query }: Keyed): string | undefined {
  const parsed = z.safeParse(LearningQuery, query)
  if (!parsed.success) return undefined
  return `api:learning:${JSON.stringify([route, (params as { id?: string }).id, languageFor(parsed.data.locale)])}`
}

/** Keys of recent addresses of the list, because parsing takes longer than the rest of a cached response. */
const listKeys = new LRUCache<string, string>({ max: 500 })

function keyOfAddress({ url, query }: Keyed): string | undefined {
  const known = listKeys.get(url)
  if (known !== undefined) return known
  const key = listKey(query)
  if (key !== undefined) listKeys.set(url, key)
  return key
}

function listKey(query: unknown): string | undefined {
  const parsed = z.safeParse(ListPropertiesQuery, query)
  if (!parsed.success) return undefined
  const entries = Object.entries({ ...LIST_DEFAULTS, ...parsed.data }).filter(([, value]) => value !== undefined)
  return `api:properties:${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
