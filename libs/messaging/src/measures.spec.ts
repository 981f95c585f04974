import { describe, expect, it } from '@jest/globals'
import { createMetrics } from '@hissa/kernel'
import { createMeasures } from './measures.js'

describe('the metrics of a service', () => {
  const scrape = (unsent: () => Promise<number>) => {
    const registry = createMetrics('shop', false)
    createMeasures(registry, unsent, 1).event('stock-count', 'dead')
    return registry.metrics()
  }
  const dead = 'events_delivered_total{consumer="stock-count",outcome="dead",service="shop"} 1'

  it('include the number of unsent events', async () => {
    expect(await scrape(() => Promise.resolve(3))).toContain('outbox_unsent{service="shop"} 3')
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('down'))],
    ['does not respond', () => new Promise<number>(() => undefined)],
  ])('omit the unsent events while the store %s', async (_, unsent) => {
    const text = await scrape(unsent)
    expect(text).toContain(dead)
    expect(text).not.toMatch(/^outbox_unsent/m)
  })

  it('include the duration of the calls that it makes, and of the work of its consumers', async () => {
    const registry = createMetrics('shop', false)
    const measures = createMeasures(registry, () => Promise.resolve(0))
    measures.asked('bank.pay', 'ok', 0.2)
    measures.worked('stock-count', 0.03)
    const text = await registry.metrics()
    expect(text).toContain('rpc_client_duration_seconds_bucket{le="0.25",service="shop",rpc="bank.pay",code="ok"} 1')
    expect(text).toContain('event_handling_duration_seconds_sum{service="shop",consumer="stock-count"} 0.03')
  })

  it('drop the last number of unsent events when the store goes down', async () => {
    let answer = Promise.resolve(3)
    const registry = createMetrics('shop', false)
    createMeasures(registry, () => answer)
    expect(await registry.metrics()).toMatch(/^outbox_unsent/m)
    answer = Promise.reject(new Error('down'))
    expect(await registry.metrics()).not.toMatch(/^outbox_unsent/m)
  })
})
