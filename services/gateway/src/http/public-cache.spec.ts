import { describe, expect, it } from '@jest/globals'
import { PublicCache } from './public-cache.js'

const page = (html: string) => ({ status: 200, cacheable: true, html })

describe('PublicCache', () => {
  it('stays within its bytes however many keys come, and however long they are', () => {
    const cache = new PublicCache()
    for (let index = 0; index < 20_000; index += 1) {
      cache.put(`${index}${'k'.repeat(1_000)}`, { body: Buffer.alloc(10), contentType: 'text/plain' }, cache.mark())
      cache.put(`page:${index}`, page('x'.repeat(1_000)), cache.mark())
    }
    const { bytes, maxBytes } = cache.size()
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    // A key of 1,000 characters and a page of as many take 2 KB each, which nothing may leave out of the sum.
    expect(bytes).toBeGreaterThan(maxBytes * 0.9)
    expect(cache.page('page:19999')).toBeDefined()
    expect(cache.page('page:0')).toBeUndefined()
  })

  it('does not keep what alone would push much else out', () => {
    const cache = new PublicCache()
    cache.put('page:large', page('x'.repeat(2_000_000)), cache.mark())
    expect(cache.page('page:large')).toBeUndefined()
  })

  it('keeps nothing that was made before it was dropped', () => {
    const cache = new PublicCache()
    const before = cache.mark()
    cache.drop()
    cache.put('page:stale', page('stale'), before)
    expect([cache.page('page:stale'), cache.size().bytes]).toEqual([undefined, 0])
  })
})
