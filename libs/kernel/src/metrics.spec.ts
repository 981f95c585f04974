import { describe, expect, it } from '@jest/globals'
import { createMetrics, registerCountAndAge, registerNumber, sharedRead } from './metrics.js'
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

describe('sharedRead', () => {
  it('reads once for all numbers of a scrape, and again at the next', async () => {
    const registry = createMetrics('shop', false)
    let reads = 0
    const read = sharedRead(async () => ({ count: ++reads, sum: 10 * reads, oldest: new Date(0) }))
    const age = { name: 'items_age_seconds', help: 'Age.' }
    registerCountAndAge({ registry, wall: { now: () => new Date(60_000) } }, read, { count: names, age })
    registerNumber(registry, { name: 'items_sum', help: 'Sum.' }, async () => (await read()).sum)
    const sums = async () => (await registry.metrics()).match(/^items\w*\{.*$/gm)
    const label = '{service="shop"}'
    expect(await sums()).toEqual([`items${label} 1`, `items_age_seconds${label} 60`, `items_sum${label} 10`])
    expect(await sums()).toEqual([`items${label} 2`, `items_age_seconds${label} 60`, `items_sum${label} 20`])
  })

  it('reads again after a read that failed, and after one that never responded', async () => {
    const timing = new ManualTiming()
    const reads = [
      () => Promise.reject(new Error('the store is down')),
      () => new Promise<number>(() => {}),
      async () => 3,
    ]
    const read = sharedRead(() => reads.shift()!(), timing)
    await expect(read()).rejects.toThrow('the store is down')
    const late = read().catch(() => 'late')
    await timing.pass(1_500)
    expect(await late).toBe('late')
    expect(await read()).toBe(3)
  })
})
