import { describe, expect, it } from '@jest/globals'
import { PublicCache } from './public-cache.js'

const page = (html: string) => ({ status: 200, cacheable: true, html })

describe('PublicCache', () => {
  it('stays within its byte limit with any number and length of keys', () => {
    const cache = new PublicCache()
    for (let index = 0; index < 20_000; index += 1) {
      cache.put(`${index}${'k'.repeat(1_000)}`, { body: Buffer.alloc(10), contentType: 'text/plain' }, cache.mark())
      cache.put(`page:${index}`, page('x'.repeat(1_000)), cache.mark())
    }
    const { bytes, maxBytes } = cache.size()
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(bytes).toBeGreaterThan(maxBytes * 0.9)
    expect(cache.page('page:19999')).toBeDefined()
    expect(cache.page('page:0')).toBeUndefined()
  })

  it('includes keys in its byte count', () => {
    const cache = new PublicCache()
    const key = (index: number) => `page:${index}${'k'.repeat(2_000)}`
    for (let index = 0; index < 20_000; index += 1) cache.put(key(index), page(''), cache.mark())
    expect(cache.page(key(0))).toBeUndefined()
    expect(cache.page(key(19_999))).toBeDefined()
  })

  it('does not cache a page that would evict many others', () => {
    const cache = new PublicCache()
    cache.put('page:large', page('x'.repeat(2_000_000)), cache.mark())
    expect(cache.page('page:large')).toBeUndefined()
  })

  it('rejects a page rendered before the cache was dropped', () => {
    const cache = new PublicCache()
    const before = cache.mark()
    cache.drop()
    cache.put('page:stale', page('stale'), before)
    expect([cache.page('page:stale'), cache.size().bytes]).toEqual([undefined, 0])
  })
})
