import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Logger } from '@hissa/kernel'
import { Committer, MemoryLedgerStore } from '@hissa/ledger'
import { chart } from '../../accounts.js'
import type { DisputeUpdate, PaymentGateway, RefundSnapshot } from '../../processor/processor.api.js'
import type { PaymentStore } from '../payment.store.js'
import { BlockOrder } from './block-order.js'
import { DisputeOrder } from './dispute-order.js'
import { RecordSuspense } from './record-suspense.js'
import type { SuspenseItem } from './suspense.js'
import type { SuspenseStore } from './suspense.store.js'

const at = new Date('2026-11-22T08:00:00Z')
const store = { current: new MemoryLedgerStore() }
let alarms: string[]
let events: number
let refund: RefundSnapshot
let suspense: RecordSuspense

beforeEach(() => {
  store.current = new MemoryLedgerStore()
  ;[alarms, events] = [[], 0]
  refund = { refundId: 're_1', state: 'succeeded', amount: 5_000, currency: 'aed', paymentId: 'pi_1' }
  const rows = (name: string) => store.current.collection(name)
  const payments = {
    hasEvent: async (id: string) => rows('webhook_events').has(id),
    ofPayment: async () => [],
  } as unknown as PaymentStore
  const items = {
    byId: async (id: string) => rows('suspense').get(id) as unknown as SuspenseItem | undefined,
  } as unknown as SuspenseStore
  const gateway = { readRefund: async () => ({ ...refund }) } as unknown as PaymentGateway
  const error = ({ alarm, itemId }: { alarm: string; itemId: string }) => alarms.push(`${alarm} ${itemId}`)
  const clock = { now: () => at }
  const ledger = new Committer({ store: store.current, chart, now: clock.now })
  const [none, ids] = [{} as never, { next: () => 'id' }]
  const logger = { error } as unknown as Logger
  const block = new BlockOrder(items, none, payments, ids)
  const disputes = new DisputeOrder(
    ...([ledger, items, none, none, none, payments, block, none, clock, clock, ids, logger] as const),
  )
  suspense = new RecordSuspense(ledger, payments, items, disputes, gateway, clock, logger)
})

const OPENED = 'SUSPENSE_OPENED dispute:dp_1'
const dispute = (update: Partial<DisputeUpdate>, eventId = `evt_${(events += 1)}`) =>
  suspense.dispute(
    {
      ...{ disputeId: 'dp_1', paymentId: 'pi_1', status: 'open', currency: 'aed' },
      ...{ movedMinor: 0, disputedMinor: 5_000 },
      ...update,
    },
    { eventId, type: 'charge.dispute' },
    async () => undefined,
  )
const dashboard = () => suspense.refund({ refundId: 're_1' }, async () => undefined)

describe('the alarm of suspense', () => {
  it('is raised once for a dispute with any number of events', async () => {
    await dispute({}, 'evt_first')
    await dispute({}, 'evt_first')
    await dispute({ movedMinor: 5_000 })
    await dispute({ status: 'won' })
    expect(alarms).toEqual([OPENED])
    await dispute({ status: 'won', movedMinor: -5_000 })
    expect(alarms).toEqual([OPENED])
  })

  it('is not raised for a dispute that is already closed at its first event', async () => {
    await dispute({ status: 'won' })
    expect(alarms).toEqual([])
  })

  it('is raised again when money is withdrawn after the item was resolved', async () => {
    await dispute({ status: 'won' })
    await dispute({ status: 'won', movedMinor: 5_000 })
    expect(alarms).toEqual([OPENED])
  })

  it('is raised once for a dashboard refund, and not when it is returned', async () => {
    await dashboard()
    await dashboard()
    refund.state = 'failed'
    expect(await dashboard()).toBe('applied')
    expect(alarms).toEqual(['SUSPENSE_OPENED refund:re_1'])
  })

  it('is not raised for a refund that is returned before it was recorded', async () => {
    refund.state = 'failed'
    expect(await dashboard()).toBe('ignored')
    expect(alarms).toEqual([])
  })
})

describe('the time until which a dispute accepts evidence', () => {
  const item = () => store.current.collection('suspense').get('dispute:dp_1') as unknown as SuspenseItem
  const due = () => item().evidenceDueAt?.toISOString()
  const evidenceDueSeconds = Date.parse('2026-12-01T20:00:00Z') / 1000

  it('is kept while the processor asks for evidence, and no longer', async () => {
    await dispute({ evidenceDueSeconds })
    await dispute({ evidenceDueSeconds, movedMinor: 5_000 })
    expect(due()).toBe('2026-12-01T20:00:00.000Z')
    await dispute({ evidenceDueSeconds: evidenceDueSeconds + 86_400 })
    expect(due()).toBe('2026-12-02T20:00:00.000Z')
    await dispute({})
    expect(due()).toBeUndefined()
  })

  it('is that of the newest event, whatever the order in which events arrive', async () => {
    await dispute({ evidenceDueSeconds, sentSeconds: 1_000 })
    await dispute({ sentSeconds: 2_000 })
    await dispute({ evidenceDueSeconds, sentSeconds: 1_500 })
    expect(due()).toBeUndefined()
    await dispute({ evidenceDueSeconds, sentSeconds: 3_000 })
    await dispute({ sentSeconds: 2_500 })
    expect(due()).toBe('2026-12-01T20:00:00.000Z')
  })

  it('ends with the decision, and an event that arrives later does not bring it back', async () => {
    await dispute({ evidenceDueSeconds })
    await dispute({ status: 'lost' })
    expect(due()).toBeUndefined()
    await dispute({ evidenceDueSeconds })
    expect(due()).toBeUndefined()
  })
})
