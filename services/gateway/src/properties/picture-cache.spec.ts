import { describe, expect, it } from '@jest/globals'
import { PictureCache } from './picture-cache.js'

describe('the cache of pictures', () => {
  it('stays within its limit of bytes, and drops the file that was read least recently', () => {
    const cache = new PictureCache()
    const file = { contentType: 'image/webp', body: Buffer.alloc(500_000) }
    cache.put('first', file)
    cache.put('second', file)
    for (let index = 0; index < 200; index += 1) {
      cache.put(`${index}`, file)
      cache.get('first')
    }
    const { bytes, maxBytes } = cache.size()
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(bytes).toBeGreaterThan(maxBytes * 0.9)
    expect([cache.get('first'), cache.get('second'), cache.get('199')]).toEqual([file, undefined, file])
  })
})
