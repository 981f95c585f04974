import { describe, expect, it } from '@jest/globals'
import { aptReason, isDebianLike, parseInstalls, parseOsRelease, parsePrintUris, privateAptOptions } from './debian.js'

describe('isDebianLike', () => {
  it.each([
    ['Debian', 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n', true],
    ['Ubuntu', 'ID=ubuntu\nID_LIKE=debian\n', true],
    ['Mint, a derivative of Ubuntu', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', true],
    ['Fedora', 'ID=fedora\n', false],
    ['a name that only contains it', 'ID=notdebian\n', false],
    ['nothing', '', false],
  ])('%s', (_name, text, expected) => expect(isDebianLike(text)).toBe(expected))
})

describe('parseOsRelease', () => {
  it('accepts single, double and no quotes', () => {
    expect(parseOsRelease(`A="x y"\nB='z'\nC=plain\n# comment\n`)).toEqual({ A: 'x y', B: 'z', C: 'plain' })
  })
})

describe('parsePrintUris', () => {
  it('reads files and sizes, with epochs in names, and ignores other lines', () => {
    const text = [
      "'http://deb.debian.org/debian/pool/main/libl/liblzf/liblzf1_3.6-3_amd64.deb' liblzf1_3.6-3_amd64.deb 10192 SHA256:9854",
      "'http://x/redis-tools_7.0.15-1%7edeb12u10_amd64.deb' redis-tools_5%3a7.0.15-1~deb12u10_amd64.deb 991988 SHA256:f791",
      'Reading package lists...',
      '',
    ].join('\n')
    expect(parsePrintUris(text)).toEqual([
      { file: 'liblzf1_3.6-3_amd64.deb', sizeBytes: 10_192 },
      { file: 'redis-tools_5%3a7.0.15-1~deb12u10_amd64.deb', sizeBytes: 991_988 },
    ])
  })
})

describe('parseInstalls', () => {
  it('reads the packages that would be installed', () => {
    const text = [
      'Reading package lists...',
      'Inst libsonic0 (0.2.0-12 Debian:12.15/oldstable [amd64])',
      'Inst espeak-ng (1.51+dfsg-10+deb12u2 Debian:12.15/oldstable [amd64])',
      'Conf libsonic0 (0.2.0-12 Debian:12.15/oldstable [amd64])',
    ].join('\n')
    expect(parseInstalls(text)).toEqual(['libsonic0', 'espeak-ng'])
  })
})

describe('privateAptOptions', () => {
  it('puts lists and cache in the given folder and reads only the status of the system', () => {
    const options = privateAptOptions('/d').filter((option) => option !== '-o')
    expect(options).toContain('Dir::State=/d/state')
    expect(options).toContain('Dir::Cache=/d/cache')
    expect(options).toContain('Dir::State::status=/var/lib/dpkg/status')
  })
})

describe('aptReason', () => {
  it('returns the message of apt, not the command line', () => {
    const stderr = 'W: something\nE: Unable to locate package nats-server\n'
    expect(aptReason({ stderr, message: 'Command failed: apt-get -o …' })).toBe('Unable to locate package nats-server')
    expect(aptReason(new Error('spawn apt-get ENOENT\n at'))).toBe('spawn apt-get ENOENT')
  })
})
