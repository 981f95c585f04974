import { orderReference } from '@hissa/contracts/investment'
import type { Block, PrintedDocument } from '@hissa/documents'
import { fils, formatMoney, type Fils } from '@hissa/money'
import { createHash } from 'node:crypto'
import type { Language } from '@hissa/texts'
import type { Order } from '../orders/orders.api.js'
import type { Payment } from '../payments/payments.api.js'
import { dubaiMinute } from '../rules/rules.api.js'
import { receiptTexts } from '../texts/receipts.js'

/** What a receipt states besides the payment and its order. */
export interface ReceiptSource {
  payment: Payment
  order: Order
  /** The investor's name; absent if the account has none any more. */
  name: string | undefined
  /** What the operator says of the company and of its licence. */
  company: string | undefined
  regulator: string
}

/** Returns the number of a payment's receipt, such as `R-4F0A93B17C`. The same payment always has the same number. */
export const receiptNumber = (paymentId: string): string =>
  `R-${createHash('sha256').update(paymentId).digest('hex').slice(0, 10).toUpperCase()}`

/** Returns the receipt of a payment or refund of an order, in one language. */
export function receiptDocument(source: ReceiptSource, language: Language): PrintedDocument {
  const { payment, order, name, company, regulator } = source
  const t = receiptTexts(language)
  const number = receiptNumber(payment._id)
  const facts: [string, string][] = [
    [t('receipt.number'), number],
    [t('receipt.date'), dubaiMinute(payment.at)],
    ...(name ? [[t('receipt.name'), name] as [string, string]] : []),
    [t('receipt.order'), orderReference(order._id)],
    [t('receipt.property'), order.title],
    methodRow(payment, language),
    ...(company ? [[t('receipt.company'), company] as [string, string]] : []),
  ]
  return {
    title: t(`receipt.title.${payment.kind}`),
    language,
    brand: t('receipt.brand'),
    blocks: [{ kind: 'facts', rows: facts }, table(payment, order, language)],
    footer: t('receipt.footer', { number, status: regulator }),
  }
}

function methodRow({ kind, method }: Payment, language: Language): [string, string] {
  const t = receiptTexts(language)
  const isRefund = kind === 'refund'
  if (method === 'cash') return [t(isRefund ? 'receipt.refundedTo' : 'receipt.paidFrom'), t('receipt.method.cash')]
  return [t(isRefund ? 'receipt.refundMethod' : 'receipt.method'), t(`receipt.method.${method ?? 'card'}`)]
}

function table(payment: Payment, order: Order, language: Language): Block {
  const t = receiptTexts(language)
  const money = (amount: Fils) => formatMoney(amount, { locale: language, decimals: 2 })
  const total: [string, string] = [t('receipt.total'), money(fils(payment.amount))]
  return {
    kind: 'table',
    caption: t('receipt.table'),
    head: [t('receipt.item'), t('receipt.amount')],
    rows: [...items(payment, order, language, money), total],
  }
}

function items(
  { kind, use, amount }: Payment,
  { _id, units, unitPriceFils, amountFils, feeFils }: Order,
  language: Language,
  money: (amount: Fils) => string,
): [item: string, amount: string][] {
  const t = receiptTexts(language)
  const reference = orderReference(_id)
  if (kind === 'refund') return [[t('receipt.refund', { reference }), money(fils(amount))]]
  if (use !== 'units') return [[t('receipt.unmatched', { reference }), money(fils(amount))]]
  return [
    [t('receipt.shares', { count: units, price: money(unitPriceFils) }), money(amountFils)],
    [t('receipt.fee'), money(feeFils)],
  ]
}
