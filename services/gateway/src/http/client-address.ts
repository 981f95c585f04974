import type { IncomingMessage } from 'node:http'

/** The address that the last proxy of ours saw; without proxies, the connection's own. As Fastify's `request.ip`. */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .reverse()
  const chain = [request.socket.remoteAddress ?? '', ...forwarded]
  return chain[Math.min(proxies, chain.length - 1)]!
}
