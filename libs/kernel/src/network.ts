import ipaddr from 'ipaddr.js'
import { isIPv4 } from 'node:net'

const NETWORK_GROUPS = 4

/**
 * Returns the key of a client in rate limits: an IPv4 address, or the /64 network of an IPv6 address, which belongs to
 * one subscriber. An IPv4 address written as an IPv6 one, in any notation, is treated as IPv4. Text that isn't an
 * address is returned unchanged.
 */
export function networkOf(address: string): string {
  // Nearly all addresses, and the same text as the library's.
  if (isIPv4(address)) return address
  // The library also parses octal, hexadecimal and shortened IPv4 addresses, which no proxy writes.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
