import { describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@hissa/contracts'
import { CASH_INSUFFICIENT, PROPERTY_FULLY_FUNDED } from '@hissa/contracts/investment'
import { fils } from '@hissa/money'
import type { Order } from './order.model.js'
import { PlaceOrder } from './place-order.js'

const at = new Date('2026-11-29T08:00:00Z')
const short = refuse(CASH_INSUFFICIENT, 'short', { availableFils: fils(0) })
const full = refuse(PROPERTY_FULLY_FUNDED, 'full')

/** Places an order while a call with the same key, or with the same key and another amount, pays from the same cash. */
async function race({ admitted, other = false }: { admitted: boolean; other?: boolean }) {
  let first: Order | undefined
  let inputHash = ''
  const paid = () => {
    first = { _id: 'o1', state: 'paid', expiresAt: at, inputHash: other ? 'other' : inputHash } as Order
  }
  const admission = {
    run: (request: { inputHash: string }) => {
      inputHash = request.inputHash
      if (!admitted) paid()
      return Promise.resolve(admitted ? ok({ order: {}, raise: {}, isCapGranted: true }) : full)
    },
  }
  const cash = { run: () => Promise.resolve((paid(), { refused: short })) }
  const parts = [
    {},
    { byPlaceKey: () => Promise.resolve(first) },
    { byRef: () => Promise.resolve({ _id: 'Prop_1_a' }) },
    { statusOf: () => Promise.resolve('kyc_complete') },
    admission,
    { outcomeUrl: ({ _id }: Order) => `/payment-success?order_id=${_id}` },
    {},
    cash,
    ...[{ now: () => at }, { now: () => at }, { next: () => 'id' }],
  ]
  const place = new PlaceOrder(...(parts as unknown as ConstructorParameters<typeof PlaceOrder>))
  return place.run('u1', { propertyId: 'Prop_1_a', amount: 2_000, idempotencyKey: 'k', payFrom: 'cash' })
}

describe('a call that pays from cash while another with its key does', () => {
  const same = { ok: true, value: { orderId: 'o1', url: '/payment-success?order_id=o1' } }

  it('answers the order of the other when that has taken the cash', async () => {
    expect(await race({ admitted: true })).toMatchObject(same)
  })

  it('answers the order of the other when that has taken the last shares', async () => {
    expect(await race({ admitted: false })).toMatchObject(same)
  })

  it('is refused when the other was for something else', async () => {
    const refused = { ok: false, error: { code: 'IDEMPOTENCY_KEY_REUSED' } }
    expect(await race({ admitted: true, other: true })).toMatchObject(refused)
  })
})
