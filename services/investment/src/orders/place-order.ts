import { createHash } from 'node:crypto'
import type { Input, Output } from '@hissa/contracts'
import type { PlaceOrder as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock, problem, type ProblemError } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { type Fils, parseAed } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { DisclosureStore } from '../disclosures/disclosures.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { isOpen, type Raise, RaiseStore, readCounts } from '../raises/raises.api.js'
import { DenialStore, evaluate, outstanding, type RuleDecision } from '../rules/rules.api.js'
import { LOCK_MS, OpenCheckout } from './open-checkout.js'
import { freeSlot, OPEN_ORDERS, type Order, reserve, RESERVATION_MS } from './order.js'
import { orderChange, stepKey } from './order.change.js'
import { OrderStore } from './order.store.js'
import { isRefusal, minimumOf, type Quote, quote } from './quote.js'

interface Request {
  userId: string
  raise: Raise
  amountFils: Fils
  description?: string | undefined
  /** Under which the units are reserved once. */
  placeKey: string
  /** Of calls without a key: one open reservation of an investor, property and amount. */
  openKey?: string
  inputHash: string
}

/**
 * Reserves units and opens the payment page: reserve in one commit, then the processor, then the address in another.
 * Idempotent by the caller's key, and without one for as long as the same reservation is open. See the contract for
 * the errors.
 */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly disclosures: DisclosureStore,
    private readonly denials: DenialStore,
    private readonly checkout: OpenCheckout,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Pick<InvestmentConfig, 'RULE_PACK'>,
  ) {}

  async run(userId: string, input: Input<typeof Contract>): Promise<Output<typeof Contract>> {
    const request = await this.read(userId, input)
    const existing = await this.find(request)
    const placed = existing ? { order: existing, mine: false } : await this.reserve(request)
    const { order } = placed
    if (order.inputHash !== request.inputHash) {
      throw problem('IDEMPOTENCY_KEY_REUSED', 422, 'This Idempotency-Key was used for another order.')
    }
    const url = order.checkout?.url ?? (await this.checkout.run(placed.mine ? order : await this.lock(order)))
    return { url, orderId: order._id, expiresAt: order.expiresAt.toISOString() }
  }

  private async read(userId: string, input: Input<typeof Contract>): Promise<Request> {
    const raise = await this.raises.byRef(input.propertyId)
    if (!raise) throw problem('NOT_FOUND', 404, 'There is no such property.')
    const amountFils = parseAed(input.amount)
    const { description, idempotencyKey } = input
    const inputHash = hash([raise._id, amountFils, description ?? null])
    const request = { userId, raise, amountFils, description, inputHash }
    if (idempotencyKey) return { ...request, placeKey: `place:${userId}:${hash([idempotencyKey])}` }
    return { ...request, placeKey: `place:${this.ids.next()}`, openKey: hash([userId, inputHash]) }
  }

  private find({ placeKey, openKey }: Request): Promise<Order | undefined> {
    return openKey ? this.orders.byOpenKey(openKey) : this.orders.byPlaceKey(placeKey)
  }

  private async reserve(request: Request): Promise<{ order: Order; mine: boolean }> {
    const order = await this.admit(request)
    const at = this.clock.now()
    const step = reserve(order)
    const { placeKey: key, inputHash, raise } = request
    const outcome = await this.ledger.commit(orderChange({ key, inputHash, order, step, raise, at }, this.ids))
    // Another order of the same investor was faster; this one looks for another slot.
    if (!outcome.ok && outcome.reason === 'DUPLICATE' && outcome.index === 'openSlot') return this.reserve(request)
    if (outcome.ok && !outcome.replayed) return { order: { ...order, version: 1 }, mine: true }
    if (outcome.ok || outcome.reason === 'DUPLICATE' || outcome.reason === 'KEY_REUSED') {
      // The same click, or the same key, was first.
      const first = await this.find(request)
      if (first) return { order: first, mine: false }
    }
    if (!outcome.ok && outcome.reason === 'LIMIT') {
      // Somebody was faster; said as it is now, which may be that a smaller amount is left.
      await this.admit(request)
    }
    throw problem('TRY_AGAIN', 409, 'Others are buying units of this property right now. Please try again.')
  }

  /** Checks everything that an order must fulfil and makes one. Errors: the refusals of the contract. */
  private async admit(request: Request): Promise<Order> {
    const { userId, raise, amountFils } = request
    const userStatus = await this.investors.statusOf(userId)
    const { unitsAvailable } = await readCounts(this.ledger, raise._id)
    const quoted = quote(raise, amountFils, unitsAvailable)
    const minimumFils = minimumOf(raise, unitsAvailable)
    const required = (await this.disclosures.current()).filter((text) => text.required)
    const accepted = await this.disclosures.acceptedBy(userId, raise._id)
    const facts = { basis: 'licensed-platform', userStatus, amountFils, minimumFils, unitsAvailable } as const
    const decisions = evaluate(this.config.RULE_PACK, { ...facts, required, accepted })
    const denied = decisions.find((decision) => !decision.allowed)
    // Where nothing is for sale no rule is asked, and an amount that does not fit is a slip of the hand.
    const isJudged = isOpen(raise, this.clock.now()) && !(isEligible(userStatus) && isRefusal(quoted))
    if (denied && isJudged) await this.denials.keep(userId, raise._id, decisions, this.clock.now())
    refuseIneligible(userStatus)
    if (!isOpen(raise, this.clock.now())) throw notOpen(raise)
    if (isRefusal(quoted)) throw problem(quoted.code, statusOf(quoted.code), quoted.detail, quoted.extra)
    refuseUndisclosed(raise, required, outstanding(required, accepted))
    if (denied) throw problem('RULE_REFUSED', 403, 'A rule does not allow this order.', { rule: denied.rule })
    const openSlot = freeSlot(userId, await this.orders.openSlots(userId), fractionOf(request.placeKey))
    if (!openSlot) throw tooManyOpen()
    return this.make(request, quoted, decisions, openSlot)
  }

  private make(request: Request, quoted: Quote, decisions: RuleDecision[], openSlot: string): Order {
    const { userId, raise, description, placeKey, openKey, inputHash } = request
    const { units, amountFils, feeFils, totalFils } = quoted
    const { _id: propertyId, slug, title, offeringVersion, unitPriceFils } = raise
    const createdAt = this.clock.now()
    const wall = this.wall.now()
    return {
      _id: this.ids.next(),
      ...{ userId, propertyId, slug, title, offeringVersion, unitPriceFils, units, amountFils, feeFils, totalFils },
      ...(description === undefined ? {} : { description }),
      state: 'reserved',
      decisions,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + RESERVATION_MS),
      placeKey,
      inputHash,
      ...(openKey ? { openKey } : {}),
      openSlot,
      lockedUntil: new Date(wall.getTime() + LOCK_MS),
      checkoutAttempt: 1,
      checkoutBegunAt: wall,
      version: 0,
    }
  }

  /** Takes over an order whose first call ended before the page was open. Errors: 409 while it may still be at it. */
  private async lock(order: Order): Promise<Order> {
    if (order.state !== 'reserved') {
      throw problem('RESERVATION_CLOSED', 409, 'This reservation is no longer open. Please start again.')
    }
    const inFlight = problem('IDEMPOTENCY_IN_FLIGHT', 409, 'This order is being placed. Please try again in a moment.')
    if (order.lockedUntil && order.lockedUntil > this.wall.now()) throw inFlight
    const lockedUntil = new Date(this.wall.now().getTime() + LOCK_MS)
    const change = { key: stepKey(order, 'lock'), inputHash: this.ids.next(), order, at: this.clock.now() }
    const step = { set: { lockedUntil }, unset: [], transfers: [] }
    const outcome = await this.ledger.commit(orderChange({ ...change, step }, this.ids))
    if (!outcome.ok) throw inFlight
    return { ...order, lockedUntil, version: order.version + 1 }
  }
}

const isEligible = (userStatus: string) => userStatus === 'kyc_complete' || userStatus === 'investor_active'

function refuseIneligible(userStatus: string): void {
  if (userStatus === 'suspended') throw problem('ACCOUNT_SUSPENDED', 403, 'This account may not invest at the moment.')
  if (isEligible(userStatus)) return
  throw problem('KYC_REQUIRED', 403, 'Your identity check must be complete before you can invest.', { userStatus })
}

function refuseUndisclosed<T>(raise: Raise, required: readonly T[], missing: readonly T[]): void {
  if (required.length === 0) {
    throw problem(
      'DISCLOSURES_UNAVAILABLE',
      503,
      'The risk disclosures are not available at the moment. Please try again.',
    )
  }
  if (missing.length === 0) return
  const detail = 'Please read and accept the disclosures before paying.'
  throw problem('DISCLOSURES_REQUIRED', 422, detail, { next: `/investment-flow/${raise._id}`, documents: missing })
}

const tooManyOpen = () =>
  problem(
    'TOO_MANY_RESERVATIONS',
    409,
    `You have ${OPEN_ORDERS} reservations that are not paid yet. Pay for one of them, or wait until one lapses.`,
  )

/** Errors that a property's state makes: RAISE_NOT_OPEN, or PROPERTY_FULLY_FUNDED once it is funded. */
export function notOpen(raise: Raise): ProblemError {
  return raise.state === 'funded' || raise.state === 'completed'
    ? problem('PROPERTY_FULLY_FUNDED', 409, 'Every unit of this property is taken.')
    : problem('RAISE_NOT_OPEN', 409, 'This property is not open for investment.')
}

export const statusOf = (code: string) =>
  code === 'PROPERTY_FULLY_FUNDED' || code === 'AMOUNT_ABOVE_AVAILABLE' ? 409 : 422

/** In [0, 1), the same for the same text. */
const fractionOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
