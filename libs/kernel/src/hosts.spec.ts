import { describe, expect, it } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import { hostsOf, isLocalOnly, namesOwnHost } from './hosts.js'

const requestTo = (...hosts: string[]) =>
  ({ headers: { host: hosts[0] }, rawHeaders: hosts.flatMap((host) => ['HOST', host]) }) as unknown as IncomingMessage

describe('namesOwnHost', () => {
  const own = new Set(['hissa.example'])
  it.each([
    'hissa.example',
    'hissa.example:8443',
    'Hissa.Example',
    'localhost:8080',
    '127.0.0.1',
    '127.8.0.1:1',
    '[::1]:8080',
  ])('accepts %s', (host) => expect(namesOwnHost(requestTo(host), own)).toBe(true))
  it.each([
    ...[
      'evil.example',
      'hissa.example.evil.example',
      'evilhissa.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
    ],
    ...[
      '',
      ':8080',
      'hissa.example:',
      'hissa.example@evil.example',
      '127.0.0.1:80:80',
      '[::1',
      '0.0.0.0',
      '169.254.169.254',
    ],
  ])('rejects %p', (host) => expect(namesOwnHost(requestTo(host), own)).toBe(false))

  it('rejects a request with two hosts or none', () => {
    expect(namesOwnHost(requestTo('hissa.example', 'hissa.example'), own)).toBe(false)
    expect(namesOwnHost(requestTo(), own)).toBe(false)
  })
})

describe('isLocalOnly', () => {
  it.each([
    ['127.0.0.1', 'http://localhost:8080', true],
    ['::1', 'http://[::1]:8080', true],
    ['0.0.0.0', 'http://localhost:8080', false],
    ['127.0.0.1', 'https://demo.example', false],
  ])('tells for %s and %s whether only this machine reaches it: %p', (address, publicUrl, isLocal) => {
    expect(isLocalOnly(address, publicUrl)).toBe(isLocal)
  })
})

describe('hostsOf', () => {
  it('returns the host of the public address and the listed names, without ports, spaces and empty names', () => {
    expect(hostsOf('https://Hissa.Example:8443/x', ',gateway, Inner.Example ,')).toEqual(
      new Set(['hissa.example', 'gateway', 'inner.example']),
    )
    expect(hostsOf('http://[2001:db8::1]:8080')).toEqual(new Set(['[2001:db8::1]']))
  })
})
