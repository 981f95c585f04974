import { createHash } from 'node:crypto'
import {
  type Answer,
  type ErrorOf,
  type ErrorsOf,
  type Input,
  type NOT_FOUND,
  ok,
  refuse,
  type Refused,
  type Result,
} from '@hissa/contracts'
import {
  type IDEMPOTENCY_IN_FLIGHT,
  IDEMPOTENCY_KEY_REUSED,
  type PlaceOrder as Contract,
  type RESERVATION_CLOSED,
  TRY_AGAIN,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Outcome } from '@hissa/ledger'
import { parseAed } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { countReserving, noProperty, type Raise, RaiseStore, reservationSaves } from '../raises/raises.api.js'
import { AnnualLimits } from './annual-limits.js'
import { AdmitOrder, type Admitted, isSameOrder, type OrderRequest } from './admit-order.js'
import { largestSmallUnits } from './large-reservations.js'
import { LOCK_MS, OpenCheckout } from './open-checkout.js'
import { reserve } from './order.js'
import type { Order } from './order.model.js'
import { orderChange, stepKey } from './order.change.js'
import { OrderStore } from './order.store.js'
import { PayFromCash } from './pay-from-cash.js'
import { closed, inFlight, refuseIneligible } from './refusals.js'

/** The order of a request, and whether this call created it. */
interface Placed {
  order: Order
  mine: boolean
}

/** Each try fails only because of another order of the same investor or another large reservation of the same raise. */
const MAX_TRIES = 8

/** Thrown when so few units are left that the order would be a large reservation. */
class BecameLarge extends Error {
  override readonly name = 'BecameLarge'
}

/**
 * Reserves units and opens the payment page: one commit reserves, then the processor opens the page, then another
 * commit stores its address. Idempotent by the caller's key; without a key, for as long as the same reservation is
 * open. An order that is paid from cash needs a key, and has neither reservation nor payment page.
 */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly admission: AdmitOrder,
    private readonly checkout: OpenCheckout,
    private readonly limits: AnnualLimits,
    private readonly cash: PayFromCash,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async run(userId: string, input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const read = await this.read(userId, input)
    if (!read.ok) return read
    const { request, raise, existing } = read.value
    const placed = existing ? ok({ order: existing, mine: false }) : await this.reserve(request, raise)
    if (!placed.ok) return placed
    const { order, mine } = placed.value
    if (request.isKeyed && order.inputHash !== request.inputHash) {
      return refuse(IDEMPOTENCY_KEY_REUSED, 'This Idempotency-Key was used for another order.')
    }
    const refused = mine ? undefined : refuseIneligible(await this.investors.statusOf(userId))
    if (refused) return refused
    if (order.ending || order.state === 'expired' || order.state === 'failed') return closed()
    const page = await this.pageOf(placed.value, request.locale)
    if (!page.ok) return page
    const { url, expiresAt } = page.value
    return ok({ url, orderId: order._id, expiresAt: expiresAt.toISOString() })
  }

  /**
   * Returns the payment page of a reservation, opened if necessary; an order of another call is locked first. An order
   * that has been paid leads to the page that shows its outcome.
   */
  private async pageOf({ order, mine }: Placed, locale: OrderRequest['locale']) {
    const { state, checkout, expiresAt } = order
    if (state !== 'reserved') return ok({ url: this.checkout.outcomeUrl(order), expiresAt })
    if (checkout) return ok({ url: checkout.url, expiresAt })
    const locked = mine ? ok(order) : await this.lock(order)
    return locked.ok ? this.checkout.run(locked.value, locale) : locked
  }

  /** Reads the raise of a request, and the order under its key. */
  private async read(
    userId: string,
    input: Input<typeof Contract>,
  ): Promise<Result<{ request: OrderRequest; raise: Raise; existing: Order | undefined }, ErrorOf<typeof NOT_FOUND>>> {
    const key = input.idempotencyKey && `place:${userId}:${hash([input.idempotencyKey])}`
    const [raise, existing] = await Promise.all([
      this.raises.byRef(input.propertyId),
      key ? this.orders.byPlaceKey(key) : undefined,
    ])
    if (!raise) return noProperty()
    const amountFils = parseAed(input.amount)
    const { description, locale } = input
    const { payFrom = 'card' } = input
    // The hash of a card order is that of earlier releases, because their keys are still repeated.
    const inputHash = hash([raise._id, amountFils, description ?? null, ...(payFrom === 'cash' ? [payFrom] : [])])
    const [placeKey, isKeyed] = [key ?? `place:${this.ids.next()}`, key !== undefined]
    const ordered = { userId, propertyId: raise._id, amountFils, description, locale, payFrom }
    return ok({ request: { ...ordered, inputHash, placeKey, isKeyed }, raise, existing })
  }

  /** Finds the order by key; without a key, by property and amount among unpaid orders, to catch repeated clicks. */
  private async find(request: OrderRequest): Promise<Order | undefined> {
    if (request.isKeyed) return this.orders.byPlaceKey(request.placeKey)
    const open = await this.orders.byOpenProperty(request.userId, request.propertyId)
    return open && isSameOrder(open, request) ? open : undefined
  }

  private async reserve(request: OrderRequest, raise: Raise): Promise<Result<Placed, ErrorsOf<typeof Contract>>> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      // Admission also finds the same unpaid order of an earlier call without a key.
      const admission = await this.admission.run(request, tries === 1 ? raise : undefined)
      if (!admission.ok) return this.unlessPlaced(request, admission)
      const admitted = admission.value
      if ('first' in admitted) return ok({ order: admitted.first, mine: false })
      const placed = request.payFrom === 'cash' ? await this.cash.run(request, admitted) : undefined
      if (placed && 'refused' in placed) return this.unlessPlaced(request, placed.refused)
      if (placed && 'paid' in placed) return ok({ order: placed.paid, mine: true })
      const outcome = placed?.outcome ?? (await this.commit(request, admitted))
      if (outcome === 'became large') continue
      if (outcome.ok && !outcome.replayed) return ok({ order: { ...admitted.order, version: 1 }, mine: true })
      if (outcome.ok || outcome.reason === 'DUPLICATE' || outcome.reason === 'KEY_REUSED') {
        // A concurrent call with the same key or content was first.
        const first = await this.find(request)
        if (first) return ok({ order: first, mine: false })
      }
      // Another order took units first. Admission decides about what is left, which may be less or nothing.
    }
    return refuse(
      TRY_AGAIN,
      'Others are ordering shares of this property right now. Your order wasn’t placed. Please try again.',
    )
  }

  /**
   * Returns the order under the key of a refused request. A concurrent call may have placed it from the cash, which is
   * short for another one then, and it is no open order that admission finds.
   */
  private async unlessPlaced(
    request: OrderRequest,
    refused: Refused<ErrorsOf<typeof Contract>>,
  ): Promise<Result<Placed, ErrorsOf<typeof Contract>>> {
    const first = request.payFrom === 'cash' ? await this.find(request) : undefined
    return first ? ok({ order: first, mine: false }) : refused
  }

  private async commit(
    request: OrderRequest,
    { order, raise, isCapGranted }: Admitted,
  ): Promise<Outcome | 'became large'> {
    const at = this.clock.now()
    const { placeKey: key, inputHash } = request
    if (order.cap && !isCapGranted) await this.limits.grant(order.userId, order.cap)
    const saves = reservationSaves(raise, order, at)
    const change = orderChange({ key, inputHash, order, step: reserve(order), raise, saves, at }, this.ids)
    try {
      return await this.ledger.commit(order.large ? change : keptSmall(change, { order, raise }))
    } catch (error) {
      if (error instanceof BecameLarge) return 'became large'
      throw error
    }
  }

  /** Locks an order whose first call ended before the page was open; rejected while that call may still be running. */
  private async lock(
    order: Order,
  ): Promise<Result<Order, ErrorOf<typeof RESERVATION_CLOSED | typeof IDEMPOTENCY_IN_FLIGHT>>> {
    if (order.state !== 'reserved') return closed()
    if (order.lockedUntil && order.lockedUntil > this.wall.now()) return inFlight()
    const lockedUntil = new Date(this.wall.now().getTime() + LOCK_MS)
    const change = { key: stepKey(order, 'lock'), inputHash: this.ids.next(), order, at: this.clock.now() }
    const step = { set: { lockedUntil }, unset: [], transfers: [], events: [] }
    const outcome = await this.ledger.commit(orderChange({ ...change, step }, this.ids))
    if (!outcome.ok) return inFlight()
    return ok({ ...order, lockedUntil, version: order.version + 1 })
  }
}

/** Returns the change with a guard that rejects it if the order is a large reservation at the time of the commit. */
function keptSmall(change: Change, { order, raise }: Pick<Admitted, 'order' | 'raise'>): Change {
  const { derive } = change
  return {
    ...change,
    derive: (view) => {
      const available = countReserving(raise, view, order.units)
      if (order.units > largestSmallUnits(raise, available)) throw new BecameLarge(order._id)
      return derive?.(view) ?? {}
    },
  }
}

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
