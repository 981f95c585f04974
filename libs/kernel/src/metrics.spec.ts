import { describe, expect, it } from '@jest/globals'
import { createMetrics, registerNumber } from './metrics.js'
import { ManualTiming } from './timing.js'

const names = { name: 'items', help: 'Items.' }

/** Returns a scrape of a number that is read by each of `reads` in turn, and of another number. */
function scrapeOf(reads: (() => Promise<number>)[], timing?: ManualTiming): () => Promise<string> {
  const registry = createMetrics('shop', false)
  const left = [...reads]
  registerNumber(registry, names, () => left.shift()!(), timing)
  registerNumber(registry, { name: 'others', help: 'Other items.' }, async () => 7, timing)
  return () => registry.metrics()
}

describe('registerNumber', () => {
  it('reads the number at each scrape', async () => {
    const scrape = scrapeOf([async () => 3, async () => 0])
    expect(await scrape()).toContain('items{service="shop"} 3\n')
    expect(await scrape()).toContain('items{service="shop"} 0\n')
  })

  it('has no sample while the number can’t be read, and one again afterwards', async () => {
    const scrape = scrapeOf([async () => 3, () => Promise.reject(new Error('the store is down')), async () => 4])
    expect(await scrape()).toContain('items{service="shop"} 3\n')
    const failed = await scrape()
    expect(failed).not.toMatch(/^items\{/m)
    expect(failed).toContain('others{service="shop"} 7\n')
    expect(await scrape()).toContain('items{service="shop"} 4\n')
  })

  it('has no sample of a store that does not respond within one and a half seconds', async () => {
    const timing = new ManualTiming()
    let text: string | undefined
    void scrapeOf([() => new Promise(() => {})], timing)().then((scraped) => (text = scraped))
    await timing.pass(1_499)
    expect(text).toBeUndefined()
    await timing.pass(1)
    expect(text).not.toMatch(/^items\{/m)
    expect(text).toContain('others{service="shop"} 7\n')
  })
})
