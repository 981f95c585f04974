import { describe, expect, it } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import { addressOf } from './client-address.js'

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
  ])('reads from %j behind %i proxies %s', (forwarded, proxies, address) => {
    expect(addressOf(request(forwarded), proxies)).toBe(address)
  })
})
