import { amountOf, type TransferInput } from '@hissa/ledger'
import { accounts } from '../../accounts.js'
import { balancesOf, positionOf, reposition } from './money-left.js'
import { nextAttempt, release } from './suspense-refund.js'
import type { SuspenseItem, SuspenseStep } from './suspense.js'

/** Kinds of items that hold money owed to its payer. */
const PAYERS: ReadonlyArray<SuspenseItem['kind']> = [
  'payment_without_order',
  'wrong_payment',
  'second_payment',
  'returned_payment',
  'fee_refund',
]

/** Returns whether an item is money that arrived and is owed to its payer. */
export const isPayersMoney = ({ kind }: Pick<SuspenseItem, 'kind'>) => PAYERS.includes(kind)

/** Returns whether money that arrived can be netted: it is in suspense, and none of our refunds can still succeed. */
const isHere = (item: SuspenseItem) =>
  isPayersMoney(item) && (item.state === 'open' || (item.state === 'refunding' && item.rejected !== undefined))

/**
 * Returns how much of the money that left a payment can offset: the missing amount, and what the platform has covered.
 */
function capacity(item: SuspenseItem): { missing: number; covered: number } {
  if (isPayersMoney(item) || item.resolution?.type === 'assigned') return { missing: 0, covered: 0 }
  const position = positionOf(item)
  const { missing, returned } = balancesOf(position)
  return { missing: Math.max(0, missing), covered: position.moved > 0 ? position.covered - returned : 0 }
}

const hasLeft = (item: SuspenseItem) => capacity(item).missing + capacity(item).covered > 0

/** The items of one payment and currency that can be netted. */
export interface Netting {
  arrived: SuspenseItem[]
  left: SuspenseItem[]
  /** Whether money left by a dispute that is not decided yet. */
  isUndecided: boolean
  /** Whether an order of the payment still has to be refunded: money that left may be assigned to it. */
  isOwedToOrder?: boolean
}

/** Finds what can be netted among the items of one payment, in the currency of `item`. Pure. */
export function nettingOf({ currency }: SuspenseItem, ofPayment: readonly SuspenseItem[]): Netting {
  const items = ofPayment.filter((other) => other.currency === currency).sort(oldestFirst)
  const gone = items.filter(hasLeft)
  return {
    arrived: items.filter(isHere),
    left: gone.filter(({ dispute }) => dispute !== 'open'),
    isUndecided: gone.some(({ dispute }) => dispute === 'open'),
  }
}

const oldestFirst = (a: SuspenseItem, b: SuspenseItem) =>
  a.openedAt.getTime() - b.openedAt.getTime() || (a._id < b._id ? -1 : 1)

/** Returns whether money that arrived can be netted against money that left. */
export const canNet = ({ arrived, left }: Netting) => arrived.length > 0 && left.length > 0

/** Returns how much of the money that arrived is offset by money that left. */
export function nettable({ arrived, left }: Netting): number {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const out = left.map((item) => capacity(item).missing + capacity(item).covered)
  return Math.min(sum(arrived.map(({ amount }) => amount)), sum(out))
}

export interface NettedItem {
  item: SuspenseItem
  step: Pick<SuspenseStep, 'set' | 'unset'>
}

/**
 * Nets money that arrived against money of the same payment that left, oldest first, up to the smaller of the two sums.
 * Missing money is offset first, then money that the platform covered. The platform can then withdraw the latter, so it
 * needs no transfer. The remainder of an item stays open. Pure.
 */
export function net({ arrived, left }: Netting, at: Date): { items: NettedItem[]; transfers: TransferInput[] } {
  const taken = new Map<string, number>()
  const takeFrom = (item: SuspenseItem, amount: number) => taken.set(item._id, (taken.get(item._id) ?? 0) + amount)
  const rest = ({ _id, amount }: SuspenseItem) => amount - (taken.get(_id) ?? 0)
  const transfers: TransferInput[] = []
  for (const part of ['missing', 'covered'] as const)
    for (const out of left)
      for (let open = capacity(out)[part]; open > 0;) {
        const source = arrived.find((item) => rest(item) > 0)
        if (!source) break
        const amount = Math.min(open, rest(source))
        takeFrom(source, amount)
        takeFrom(out, amount)
        open -= amount
        if (part === 'missing') transfers.push(across(source, out, amount))
      }
  const touched = [...arrived, ...left].filter(({ _id }) => taken.has(_id))
  const holds = touched.filter((item) => isPayersMoney(item) && item.state === 'refunding')
  return {
    items: touched.map((item) => ({ item, step: nettedStep(item, taken.get(item._id)!, at) })),
    transfers: [...holds.map(release), ...transfers],
  }
}

function across({ _id: suspenseId, currency }: SuspenseItem, out: SuspenseItem, amount: number): TransferInput {
  const [debit, credit] = [accounts.suspense(currency), accounts.suspenseOut(currency)]
  const ref = { suspenseId, against: out._id, ...(out.paymentId ? { paymentId: out.paymentId } : {}) }
  return { kind: 'single', code: 'suspense.net', debit, credit, amount: amountOf('money', amount), ref }
}

function nettedStep(item: SuspenseItem, amount: number, at: Date): Pick<SuspenseStep, 'set' | 'unset'> {
  const resolution = { type: 'netted' as const, at }
  if (!isPayersMoney(item)) {
    const position = positionOf(item)
    return reposition(item, { ...position, netted: position.netted + amount }, resolution)
  }
  const unset = ['due', 'rejected'] as const
  const refund = item.refund ? { refund: nextAttempt(item) } : {}
  const left = item.amount - amount
  const outcome = left > 0 ? { state: 'open' as const, amount: left } : { state: 'resolved' as const, resolution }
  return { set: { ...outcome, ...refund }, unset: [...unset] }
}
