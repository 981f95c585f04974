import { createMetrics } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import type { OrderStore } from '../orders/orders.api.js'
import { PaymentMetrics } from './payment-metrics.js'

describe('PaymentMetrics', () => {
  it('reads the refunds that are due once for their count, age and sum', async () => {
    let reads = 0
    const orders: Pick<OrderStore, 'unsettled' | 'refundsDue'> = {
      unsettled: async () => ({ count: 0 }),
      refundsDue: async () => ({ count: ++reads, oldest: new Date(0), amountFils: fils(203_000) }),
    }
    const registry = createMetrics('investment', false)
    new PaymentMetrics(orders as OrderStore, registry, { now: () => new Date(90_000) }).onModuleInit()
    const text = await registry.metrics()
    expect(reads).toBe(1)
    expect(text).toContain('refunds_due{service="investment"} 1\n')
    expect(text).toContain('refunds_due_oldest_age_seconds{service="investment"} 90\n')
    expect(text).toContain('refunds_due_amount_minor_units{service="investment"} 203000\n')
  })
})
