import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import type { Order } from '../orders/orders.api.js'
import type { Payment } from '../payments/payments.api.js'
import { receiptDocument, receiptNumber } from './receipt.js'

const order = {
  ...{ _id: '0190aaaa-0000-7000-8000-00001234abcd', title: 'Waterfront flat', units: units(20) },
  ...{ unitPriceFils: fils(10_000), amountFils: fils(200_000), feeFils: fils(3_000) },
} as Order
const payment: Payment = {
  ...{ _id: 'cs_1', kind: 'payment', state: 'succeeded', amount: 203_000, currency: 'aed', use: 'units', version: 1 },
  at: new Date('2026-11-20T21:30:00Z'),
}
const about = { order, name: 'Amal Al Suwaidi', company: 'Hissa Ltd, Abu Dhabi', regulator: 'Demonstration' }
const aed = (amount: string) => `AED\u00a0${amount}`
const tableOf = (row: Payment, language: 'en' | 'ar' = 'en') =>
  receiptDocument({ ...about, payment: row }, language).blocks.find((block) => block.kind === 'table')!

describe('receiptDocument', () => {
  it('states the shares, the fee and their total, who paid, and when in Dubai', () => {
    expect(receiptDocument({ ...about, payment }, 'en')).toMatchObject({
      title: 'Receipt of a payment',
      footer: `Receipt ${receiptNumber('cs_1')}. Demonstration`,
      blocks: [
        {
          rows: [
            ['Receipt number', receiptNumber('cs_1')],
            ['Date and time, Dubai', '2026-11-21 01:30'],
            ['Investor', 'Amal Al Suwaidi'],
            ['Order', 'HS-1234ABCD'],
            ['Property', 'Waterfront flat'],
            ['Paid by', 'Card'],
            ['Issued by', 'Hissa Ltd, Abu Dhabi'],
          ],
        },
        {
          rows: [
            [`20 shares at ${aed('100.00')}`, aed('2,000.00')],
            ['Platform fee', aed('30.00')],
            ['Total', aed('2,030.00')],
          ],
        },
      ],
    })
  })

  it('states a refund by its amount and how it was made', () => {
    const refund: Payment = { ...payment, _id: 'refund:1', kind: 'refund', amount: 150_000, method: 'bank_transfer' }
    expect(tableOf(refund)).toMatchObject({
      rows: [
        ['Refund of order HS-1234ABCD', aed('1,500.00')],
        ['Total', aed('1,500.00')],
      ],
    })
    const { blocks } = receiptDocument({ ...about, payment: refund }, 'en')
    expect(JSON.stringify(blocks)).toContain('["Refunded by","Bank transfer"]')
  })

  it('says that the cash balance paid, and that a refund returned to it', () => {
    const from = (row: Payment) => JSON.stringify(receiptDocument({ ...about, payment: row }, 'en').blocks)
    expect(from({ ...payment, method: 'cash' })).toContain('["Paid from","Cash balance"]')
    expect(from({ ...payment, kind: 'refund', method: 'cash' })).toContain('["Refunded to","Cash balance"]')
  })

  it('does not claim that money bought shares that it did not buy', () => {
    expect(tableOf({ ...payment, use: 'suspense', amount: 10_000 })).toMatchObject({
      rows: [
        ['Received for order HS-1234ABCD, not used for shares', aed('100.00')],
        ['Total', aed('100.00')],
      ],
    })
  })

  it('omits a name and a company that are not known', () => {
    const text = JSON.stringify(receiptDocument({ ...about, payment, name: undefined, company: undefined }, 'en'))
    expect(text).not.toMatch(/Investor|Issued by/)
  })

  it('adds up to the total in both languages', () => {
    for (const language of ['en', 'ar'] as const) {
      const { rows } = tableOf(payment, language) as { rows: readonly (readonly string[])[] }
      expect(rows).toHaveLength(3)
      expect(rows.at(-1)![1]).toContain('2,030.00')
    }
  })
})
