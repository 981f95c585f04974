import {
  type ACCOUNT_SUSPENDED,
  type ErrorOf,
  type Locale,
  ok,
  refuse,
  type Refused,
  type Result,
} from '@hissa/contracts'
import {
  type KYC_REQUIRED,
  PAYMENT_REFUSED,
  PAYMENT_UNAVAILABLE,
  type RESERVATION_CLOSED,
} from '@hissa/contracts/investment'
import { CLOCK, legalOrThrow, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { contentIn, languageFor } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { dueFrom } from '../due/due.js'
import {
  type CheckoutRequest,
  GatewayRefused,
  PAYMENT_GATEWAY,
  type PaymentGateway,
} from '../processor/processor.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { RaiseStore } from '../raises/raises.api.js'
import { decide } from './order.js'
import { deadlineOf, type Order, type OrderStep, pageExpiry, RESERVATION_MS } from './order.model.js'
import { orderChange, stepKey } from './order.change.js'
import { OrderStore } from './order.store.js'
import { closed, refuseIneligible } from './refusals.js'
import { isEligible } from '../rules/rules.api.js'
import { checkoutTexts } from '../texts/checkout.js'

/** How long one call may take to open the checkout before another may try; longer than the gateway's retries. */
export const LOCK_MS = 30_000
const SPARE_MS = RESERVATION_MS - 30 * 60_000

type Closed = ErrorOf<typeof RESERVATION_CLOSED>
type NotEligible = ErrorOf<typeof ACCOUNT_SUSPENDED | typeof KYC_REQUIRED>
type NotOpened = ErrorOf<typeof PAYMENT_UNAVAILABLE | typeof PAYMENT_REFUSED>

/** A payment page, and the business time until which units are reserved. */
interface Page {
  url: string
  expiresAt: Date
}

/**
 * Opens the payment page of a reserved order and stores its address. The order id is the idempotency key, so a
 * call that is repeated after a crash gets the same page.
 */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Pick<InvestmentConfig, 'PUBLIC_URL'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens the page of `order`, which this call must have locked. `locale` is the payer's current language. The order is
   * released if its investor may not invest, and fails if the processor refuses it. If the page cannot be opened now,
   * the order stays reserved.
   */
  async run(order: Order, locale?: Locale): Promise<Result<Page, Closed | NotEligible | NotOpened>> {
    const refused = await this.refuseIneligible(order)
    if (refused) return refused
    const replaced = await this.closeReplaced(order)
    if (replaced) return replaced
    const current = await this.renewed(order, locale)
    if (!current.ok) return current
    const opened = await this.open(current.value)
    if (!opened.ok) return opened
    const session = opened.value
    const result = await this.step(current.value, 'checkout', (fresh) =>
      fresh.checkout
        ? undefined
        : legalOrThrow(decide(fresh, { type: 'attachCheckout', ...session }, this.clock.now())),
    )
    if (!result.ok) return result
    const attached = result.value
    const { state, ending, expiresAt } = attached
    const isOver = state === 'expired' || state === 'failed'
    if (!isOver && !ending)
      return ok({ url: state === 'reserved' ? session.url : this.outcomeUrl(attached), expiresAt })
    // Released, or scheduled for release, while the page was being opened: it must not be paid.
    if (isOver) await this.close(session.sessionId, attached)
    return closed()
  }

  /** Closes the page of an order that has ended. If that fails, the page lapses at the processor, and a payment is refunded. */
  private async close(sessionId: string, { _id: orderId }: Order): Promise<void> {
    try {
      await this.gateway.expireCheckout(sessionId)
    } catch (err) {
      this.logger.warn({ err, orderId }, 'the checkout of an ended order could not be closed')
    }
  }

  /** Returns the address of the page that shows what an order has become. */
  outcomeUrl({ _id }: Pick<Order, '_id'>): string {
    return `${baseOf(this.config.PUBLIC_URL)}/payment-success?order_id=${_id}`
  }

  /**
   * Schedules the release of the order and returns a refusal if its investor may not invest. Reads the status after
   * committing the reservation. A status change looks for reservations after its own commit, so whichever commits last
   * sees the other.
   */
  private async refuseIneligible(order: Order): Promise<Refused<Closed | NotEligible> | undefined> {
    const userStatus = await this.investors.statusOf(order.userId)
    if (isEligible(userStatus)) return undefined
    const scheduled = await this.step(order, 'give-up', (fresh) => {
      if (fresh.state !== 'reserved' || fresh.ending) return undefined
      const step = legalOrThrow(
        decide(fresh, { type: 'scheduleRelease', reason: 'account_not_eligible' }, this.clock.now()),
      )
      return { ...step, unset: ['lockedUntil'] }
    })
    return scheduled.ok ? refuseIneligible(userStatus) : scheduled
  }

  private async open(order: Order): Promise<Result<{ sessionId: string; url: string }, Closed | NotOpened>> {
    try {
      return ok(await this.gateway.openCheckout(checkoutRequest(order, this.config.PUBLIC_URL)))
    } catch (error) {
      if (error instanceof GatewayRefused) return this.fail(order, error)
      return this.unavailable(order, error)
    }
  }

  private async unavailable(order: Order, error: unknown): Promise<Refused<Closed | NotOpened>> {
    this.logger.warn({ err: error, orderId: order._id }, 'the checkout could not be opened')
    const unlocked = await this.step(order, 'unlock', () => ({ ...NOTHING, unset: ['lockedUntil'] }))
    if (!unlocked.ok) return unlocked
    const detail = 'The payment page cannot be opened at the moment. Your shares stay reserved. Please try again.'
    return refuse(PAYMENT_UNAVAILABLE, detail, { orderId: order._id })
  }

  /**
   * Closes the page that an extension replaces, so that only one page of an order can be paid at any time. Returns a
   * refusal if that page was paid, in which case the processor's report settles the order, or cannot be closed now.
   */
  private async closeReplaced(order: Order): Promise<Refused<Closed | NotOpened> | undefined> {
    const sessionId = order.checkout ? undefined : order.extension?.replaced
    if (!sessionId) return undefined
    try {
      const { paid, state } = await this.gateway.expireCheckout(sessionId)
      if (paid) return closed()
      if (state === 'expired') return undefined
      return await this.unavailable(order, new Error(`the replaced checkout is ${state} and unpaid`))
    } catch (error) {
      return this.unavailable(order, error)
    }
  }

  private async fail(order: Order, refused: GatewayRefused): Promise<Refused<Closed | NotOpened>> {
    this.logger.error(
      { orderId: order._id, code: refused.code, param: refused.param },
      'the processor rejected the checkout',
    )
    const reason = refused.code ?? 'refused'
    const failed = await this.step(order, 'fail', (fresh) =>
      fresh.state === 'reserved' ? legalOrThrow(decide(fresh, { type: 'fail', reason }, this.clock.now())) : undefined,
    )
    if (!failed.ok) return failed
    return refuse(
      PAYMENT_REFUSED,
      'The payment provider does not accept this payment. Your shares were released, and you have not been charged.',
    )
  }

  /**
   * Returns the order, with a new attempt if the current one can no longer open a page. Stripe rejects an expiry less
   * than 30 minutes away, so an old attempt succeeds only if its session already exists: repeating it under its key
   * returns that session. A new attempt has a new key, so its language may differ.
   */
  private async renewed(order: Order, locale: Locale | undefined): Promise<Result<Order, Closed>> {
    if (this.wall.now().getTime() - order.checkoutBegunAt.getTime() < SPARE_MS) return ok(order)
    try {
      await this.gateway.openCheckout(checkoutRequest(order, this.config.PUBLIC_URL))
      return ok(order)
    } catch (error) {
      if (!(error instanceof GatewayRefused)) return ok(order)
    }
    const checkoutBegunAt = this.wall.now()
    const set = {
      checkoutAttempt: order.checkoutAttempt + 1,
      checkoutBegunAt,
      ...(locale && { locale }),
      ...this.extended(order, checkoutBegunAt),
    }
    // An order that has ended since has no deadline, and one that is being released keeps the one it has.
    const isPayable = ({ state, ending }: Order) => state === 'reserved' && !ending
    const renewed = await this.step(order, 'renew', (fresh) => (isPayable(fresh) ? { ...NOTHING, set } : undefined))
    return renewed.ok && !isPayable(renewed.value) ? closed() : renewed
  }

  /** Extends the reservation to its page's expiry, unless it shares an allowance. */
  private extended(order: Order, begunAt: Date): Partial<Order> {
    if (order.large) return {}
    const expiresAt = deadlineOf(begunAt, this.clock.now())
    return { expiresAt, due: dueFrom('expiry', expiresAt) }
  }

  /**
   * Commits a step on the latest state of the order and returns the resulting order. If `decideStep` returns
   * `undefined`, nothing is committed.
   */
  private async step(
    order: Order,
    verb: string,
    decideStep: (fresh: Order) => OrderStep | undefined,
  ): Promise<Result<Order, Closed>> {
    let tries = 0
    let decided: Order | undefined
    const outcome = await this.ledger.decideAndCommit(async () => {
      // The caller has just read or written it. If it has changed since, the commit refuses its version.
      const fresh = tries++ === 0 ? order : ((await this.orders.byId(order._id)) ?? order)
      const step = decideStep(fresh)
      if (!step) return { done: fresh }
      decided = after(fresh, step)
      const raise = step.events.length > 0 ? await this.raises.byId(fresh.propertyId) : undefined
      const change = { key: stepKey(fresh, verb), inputHash: verb, order: fresh, step, at: this.clock.now() }
      return orderChange({ ...change, ...(raise ? { raise } : {}) }, this.ids)
    })
    if ('done' in outcome) return ok(outcome.done)
    if (outcome.ok && !outcome.replayed) return ok(decided!)
    const stored = await this.orders.byId(order._id)
    if (!stored || (!outcome.ok && outcome.reason === 'STALE')) return closed()
    return ok(stored)
  }
}

/** Returns an order as a committed step leaves it. */
function after(order: Order, { set, unset }: OrderStep): Order {
  const changed = { ...order, ...set, version: order.version + 1 }
  for (const field of unset) delete changed[field]
  return changed
}

const NOTHING: OrderStep = { set: {}, unset: [], transfers: [], events: [] }

const baseOf = (publicUrl: string) => publicUrl.replace(/\/$/, '')

/**
 * Returns the request for the processor, built from the order alone so that a repeated call sends identical content.
 */
export function checkoutRequest(order: Order, publicUrl: string): CheckoutRequest {
  const base = baseOf(publicUrl)
  const locale = order.locale ?? 'en'
  const language = languageFor(locale)
  const t = checkoutTexts(language)
  const fee = { name: t('checkout.fee'), unitAmountFils: order.feeFils, quantity: 1 }
  return {
    orderId: order._id,
    idempotencyKey: order.checkoutAttempt === 1 ? order._id : `${order._id}:${order.checkoutAttempt}`,
    lines: [
      {
        name: t('checkout.shares', { title: contentIn({ en: order.title, ar: order.titleAr }, language) }),
        unitAmountFils: order.unitPriceFils,
        quantity: order.units,
      },
      ...(order.feeFils > 0 ? [fee] : []),
    ],
    locale,
    successUrl: `${base}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${base}/payment-cancel?order_id=${order._id}`,
    payUrl: `${base}/payment/${order._id}`,
    ...(order.customerId ? { customerId: order.customerId } : {}),
    expiresAt: pageExpiry(order.checkoutBegunAt),
  }
}
