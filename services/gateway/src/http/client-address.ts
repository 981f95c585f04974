import type { IncomingMessage } from 'node:http'
import { isIPv6, SocketAddress } from 'node:net'

const NETWORK_GROUPS = 4
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 address, which is one subscriber's. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  const plain = address.split('%')[0]!
  if (!isIPv6(plain)) return address
  const [head = '', tail = ''] = new SocketAddress({ address: plain, family: 'ipv6' }).address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0')
  return `${[...groups, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

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
