import { createMetrics } from '@hissa/kernel'
import { expect, it } from '@jest/globals'
import { registerListGauges } from './list-metrics.js'

it('the age of each list is published, and which are older than the limit', async () => {
  const registry = createMetrics('kyc', false)
  const lists = [
    { list: 'Names', date: '2026-11-01' },
    { list: 'Wallets', date: '2026-10-31' },
  ]
  let now = '2026-12-01T12:00:00Z'
  registerListGauges({ registry, lists, maxAgeDays: 30, timing: { wallMs: () => Date.parse(now) } })
  const values = async (name: string) => {
    const metric = await registry.getSingleMetric(name)!.get()
    return Object.fromEntries(metric.values.map(({ labels, value }) => [labels['list'], value]))
  }
  expect(await values('kyc_sanctions_list_age_days')).toEqual({ Names: 30, Wallets: 31 })
  expect(await values('kyc_sanctions_list_old')).toEqual({ Names: 0, Wallets: 1 })
  now = '2026-12-02T00:00:00Z'
  expect(await values('kyc_sanctions_list_old')).toEqual({ Names: 1, Wallets: 1 })
})
