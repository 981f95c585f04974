import { describe, expect, it } from '@jest/globals'
import { preferredEncoding } from './encodings.js'

describe('preferredEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['br;q=x', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('selects from %j %j', (accepted, encoding) => expect(preferredEncoding(accepted)).toBe(encoding))
})
