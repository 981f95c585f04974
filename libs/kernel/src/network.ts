import ipaddr from 'ipaddr.js'

const NETWORK_GROUPS = 4

/**
 * Returns what limits count by: an IPv4 address, or the /64 network of an IPv6 address, which is one subscriber's. An IPv4
 * address that is written as an IPv6 one, in any notation, is the IPv4 address. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  // The library also reads octal, hexadecimal and shortened IPv4 addresses, which no proxy writes.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
