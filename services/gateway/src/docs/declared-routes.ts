import { operations, routeOf } from '@hissa/contracts/http'
import type { FastifyInstance } from 'fastify'

/** Routes without an operation: the API reference, the YAML form of the document, and unknown addresses. */
const UNDECLARED = [/^\/api\/docs(\/|$)/, /^\/api\/openapi\.yaml$/, /^\/api\/\*$/]
const PREFIXES = /^\/(api(\/|$)|config\.json$|email-preferences$|healthz$|readyz$)/
/** The user pool is forwarded as a whole. */
const FORWARDED = /^\/idp(\/|$)/

/**
 * Compares the gateway's routes with the declared operations of the API. Call it before routes are added, and call the
 * returned function when all routes are. That function throws an Error that names routes without an operation and
 * operations without a route.
 */
export function requireDeclaredRoutes(fastify: Pick<FastifyInstance, 'addHook'>): () => void {
  const routes = new Set<string>()
  fastify.addHook('onRoute', ({ method, url }) => {
    if (!PREFIXES.test(url) || UNDECLARED.some((pattern) => pattern.test(url))) return
    const path = url.replaceAll(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${path}`)
  })
  return () => {
    const declared = new Set(operations.filter(({ path }) => !FORWARDED.test(path)).map(routeOf))
    const extra = [...routes].filter((route) => !declared.has(route))
    const missing = [...declared].filter((route) => !routes.has(route))
    if (extra.length === 0 && missing.length === 0) return
    throw new Error(`routes without a declared operation: ${list(extra)}; operations without a route: ${list(missing)}`)
  }
}

const list = (names: readonly string[]) => [...names].sort().join(', ') || 'none'
