import { dropDraft, readDraft, writeDraft } from '../lib/draft.js'
import { newIdempotencyKey } from './base-query.js'
import { isConnectionLost, type ApiError } from './problem.js'

/** What makes two calls the same order. */
export interface OrderIntent {
  userId: string
  propertyId: string
  amountFils: number
}

interface Kept {
  key: string
  /** Milliseconds since 1970. */
  madeAt: number
}

/** As long as shares are held without a payment: then the order that a lost answer may have placed has lapsed. */
const KEPT_MS = 30 * 60_000
/** For browsers that keep nothing: a second press is the same order all the same. */
const unkept = new Map<string, Kept>()

/**
 * The idempotency key of an order: one per reader, property and amount, kept in this tab over reloads and steps, so that
 * trying again after a lost answer places no second order. Call `dropOrderKey` once the order is placed, and
 * `settleOrderKey` when the call failed.
 */
export function orderKey(intent: OrderIntent, nowMs = Date.now()): string {
  const name = nameOf(intent)
  const kept = { ...unkept.get(name), ...readDraft<Kept>(name) }
  if (kept.key && kept.madeAt !== undefined && nowMs - kept.madeAt < KEPT_MS) return kept.key
  const fresh: Kept = { key: newIdempotencyKey(), madeAt: nowMs }
  unkept.set(name, fresh)
  writeDraft(name, fresh)
  return fresh.key
}

/** The order is placed, and its payment page is known: the next purchase is another one. */
export function dropOrderKey(intent: OrderIntent): void {
  unkept.delete(nameOf(intent))
  dropDraft(nameOf(intent))
}

/** Keeps the key of a call that may have placed the order, or may yet; drops that of one that was refused for good. */
export function settleOrderKey(intent: OrderIntent, error: ApiError): void {
  if (!isUndecided(error)) dropOrderKey(intent)
}

const UNDECIDED = ['IDEMPOTENCY_IN_FLIGHT', 'TRY_AGAIN']

/** Whether a failed call leaves open what became of the order: without an answer, or with one that asks to come again. */
export function isUndecided(error: ApiError): boolean {
  const { status, code } = error
  return (
    isConnectionLost(error) ||
    status === 0 ||
    status >= 500 ||
    [401, 408, 429].includes(status) ||
    UNDECIDED.includes(code)
  )
}

const nameOf = ({ userId, propertyId, amountFils }: OrderIntent) => `order.${userId}.${propertyId}.${amountFils}`
