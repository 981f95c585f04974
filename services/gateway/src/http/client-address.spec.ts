import { describe, expect, it } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import { addressOf, networkOf } from './client-address.js'

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('addressOf', () => {
  const request = (forwarded: string | undefined) =>
    ({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as IncomingMessage

  it.each<[string | undefined, number, string]>([
    ['203.0.113.9', 0, '10.0.0.1'],
    [undefined, 1, '10.0.0.1'],
    ['203.0.113.9, 198.51.100.7', 1, '198.51.100.7'],
    ['203.0.113.9, 198.51.100.7', 2, '203.0.113.9'],
    ['198.51.100.7', 5, '198.51.100.7'],
  ])('of %j behind %i proxies is %s', (forwarded, proxies, address) => {
    expect(addressOf(request(forwarded), proxies)).toBe(address)
  })
})
