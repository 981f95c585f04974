import { createHash } from 'node:crypto'
import type { RewardKind, RewardState } from '@hissa/contracts/investment'
import type { Order } from '../orders/orders.api.js'
import type { RewardsProgram } from './program.js'

/** What decides the points of an order. */
export type RewardedOrder = Pick<Order, '_id' | 'state' | 'paidAt' | 'allottedAt' | 'closedAt'>

/** Points that an investor has, had or will have, and why. */
export interface Reward {
  /** The cause: the kind, the order and, of an anniversary, its number. Each cause gives points once. */
  id: string
  kind: RewardKind
  /** Who gets the points. */
  userId: string
  orderId: string
  points: number
  state: RewardState
  /** When it was first known: the order was paid, or the points were earned. */
  at: Date
  earnedAt?: Date
  expiresAt?: Date
}

/** Points that were posted before keep their number and expiry when the program changes. */
type Posted = Pick<Reward, 'id' | 'points' | 'earnedAt' | 'expiresAt'>

export interface RecountInput {
  userId: string
  /** The investor's referrer. Absent without a referral, and if the referral does not count. */
  referredBy?: string | undefined
  orders: readonly RewardedOrder[]
  posted?: readonly Posted[]
  program: RewardsProgram
  now: Date
}

/** The time during which an order was the investor's first registered investment; open until it is reversed. */
interface Span {
  order: RewardedOrder
  start: Date
  end?: Date | undefined
}

/**
 * Recounts the points that one investor's orders give, to the investor and to the referrer, at `now`. The ledger has to
 * agree with this at any moment. Only the first registered investment counts, so the number of orders never does. If it
 * is reversed, its points are taken back and the next registered one takes its place. Pure.
 */
export function recount(input: RecountInput): Reward[] {
  const spans = spansOf(input)
  const rewards = spans.flatMap((span) => rewardsOf(span, input))
  const isOpen = spans.length > 0 && (spans.at(-1)!.end === undefined || hasExpired(spans.at(-1)!, input))
  const next = isOpen ? undefined : firstPaid(input.orders)
  return [...rewards, ...(next ? pendingOf(next, input) : [])].filter(({ points }) => points > 0)
}

/** Returns when `recount` next gives another result without any change of orders; undefined if never. Pure. */
export function nextChangeAt(rewards: readonly Reward[], input: RecountInput): Date | undefined {
  const open = spansOf(input).find(({ end }) => end === undefined)
  const times = [
    ...rewards.flatMap(({ state, expiresAt }) => (state === 'earned' && expiresAt ? [expiresAt] : [])),
    ...(open && input.program.anniversary > 0 ? [anniversary(open.start, yearsSince(open.start, input.now) + 1)] : []),
  ]
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((at) => at.getTime())))
}

/** Returns the same day and time `months` calendar months later; the last day of a shorter month. Pure. */
export function monthsAfter(at: Date, months: number): Date {
  const after = new Date(at)
  after.setUTCMonth(at.getUTCMonth() + months)
  if (after.getUTCDate() !== at.getUTCDate()) after.setUTCDate(0)
  return after
}

const anniversary = (start: Date, years: number) => monthsAfter(start, 12 * years)

function yearsSince(start: Date, now: Date): number {
  const years = Math.max(0, now.getUTCFullYear() - start.getUTCFullYear())
  return years > 0 && anniversary(start, years) > now ? years - 1 : years
}

const isInForce = ({ state }: RewardedOrder) => state === 'allotted' || state === 'issued'

function spansOf(input: RecountInput): Span[] {
  const registered = input.orders
    .flatMap((order) => (order.allottedAt ? [{ order, allottedAt: order.allottedAt }] : []))
    .sort((a, b) => a.allottedAt.getTime() - b.allottedAt.getTime() || (a.order._id < b.order._id ? -1 : 1))
  const spans: Span[] = []
  for (const { order, allottedAt } of registered) {
    const before = spans.at(-1)?.end
    const start = before && before > allottedAt ? before : allottedAt
    const end = isInForce(order) ? undefined : (order.closedAt ?? input.now)
    if (end && end <= start) continue
    const span = { order, start, end }
    spans.push(span)
    if (!end || hasExpired(span, input)) break
  }
  return spans
}

/** Returns whether the points of a first investment had expired before it was reversed: it then has no successor. */
const hasExpired = ({ order, start, end }: Span, input: RecountInput) =>
  end !== undefined && expiryOf(`first_investment:${order._id}`, start, input) <= end

function expiryOf(id: string, earnedAt: Date, { posted = [], program }: RecountInput): Date {
  const known = posted.find((reward) => reward.id === id)
  const isSame = known?.earnedAt?.getTime() === earnedAt.getTime()
  return isSame && known.expiresAt ? known.expiresAt : monthsAfter(earnedAt, program.expiryMonths)
}

function rewardsOf({ order, start, end }: Span, input: RecountInput): Reward[] {
  const { userId, program, now } = input
  const rewards = causesOf(order, input).map((cause) => earned(cause, start, end, input))
  for (let years = 1; years <= yearsSince(start, now); years += 1) {
    const at = anniversary(start, years)
    if (end && at >= end) break
    const cause = causeOf('anniversary', userId, order, program.anniversary, input, `:${years}`)
    rewards.push(earned(cause, at, end, input))
  }
  return rewards
}

type Cause = Pick<Reward, 'id' | 'kind' | 'userId' | 'orderId' | 'points'>

function causeOf(
  kind: RewardKind,
  userId: string,
  { _id: orderId }: RewardedOrder,
  points: number,
  { posted = [] }: RecountInput,
  suffix = '',
): Cause {
  const id = `${kind}:${kind === 'referral' ? concealed(orderId) : orderId}${suffix}`
  return { id, kind, userId, orderId, points: posted.find((reward) => reward.id === id)?.points ?? points }
}

/** Referrers see the ids of their points, and must not learn the ids of another investor's orders. */
const concealed = (orderId: string) => createHash('sha256').update(orderId).digest('hex').slice(0, 32)

function causesOf(order: RewardedOrder, input: RecountInput): Cause[] {
  const { userId, referredBy, program } = input
  return [
    causeOf('first_investment', userId, order, program.firstInvestment, input),
    ...(referredBy === undefined
      ? []
      : [
          causeOf('referral', referredBy, order, program.referral, input),
          causeOf('referred', userId, order, program.referral, input),
        ]),
  ]
}

function earned(cause: Cause, earnedAt: Date, end: Date | undefined, input: RecountInput): Reward {
  const expiresAt = expiryOf(cause.id, earnedAt, input)
  const state = end && end < expiresAt ? 'taken_back' : input.now >= expiresAt ? 'expired' : 'earned'
  return { ...cause, state, at: earnedAt, earnedAt, expiresAt }
}

/** Returns the paid order that will be the first registered one, as far as is known. */
function firstPaid(orders: readonly RewardedOrder[]): RewardedOrder | undefined {
  const waiting = orders.filter(({ state, paidAt }) => paidAt && (state === 'paid' || state === 'cooling_off'))
  return waiting.sort((a, b) => a.paidAt!.getTime() - b.paidAt!.getTime() || (a._id < b._id ? -1 : 1))[0]
}

const pendingOf = (order: RewardedOrder, input: RecountInput): Reward[] =>
  causesOf(order, input).map((cause) => ({ ...cause, state: 'pending', at: order.paidAt! }))
