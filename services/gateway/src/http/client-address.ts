import type { IncomingMessage } from 'node:http'

/** Returns the address that our last proxy saw, or the connection's without proxies. Matches Fastify's `request.ip`. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .reverse()
  const chain = [request.socket.remoteAddress ?? '', ...forwarded]
  return chain[Math.min(proxies, chain.length - 1)]!
}
