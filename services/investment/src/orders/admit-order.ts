import { createHash } from 'node:crypto'
import { type ErrorsOf, type Locale, ok, type Result } from '@hissa/contracts'
import type { PayFrom, PlaceOrder } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { type Fils, type Units, units as unitsOf } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { DisclosureStore } from '../disclosures/disclosures.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids, RESERVATION_LIMITS, WALL_CLOCK } from '../ports.js'
import { isOpen, noProperty, type Raise, RaiseStore, readCounts } from '../raises/raises.api.js'
import {
  DenialStore,
  evaluate,
  isEligible,
  type OrderFacts,
  outstanding,
  type RuleDecision,
} from '../rules/rules.api.js'
import { type Allowance, allowance, allowanceSince, largestSmallUnits } from './large-reservations.js'
import { LOCK_MS } from './open-checkout.js'
import { freeSlot, openPropertyOf } from './open-slots.js'
import { deadlineOf, type Order, RESERVATION_MS } from './order.model.js'
import { OrderStore } from './order.store.js'
import { minimumOf, type Quote, quote, type QuoteError } from './quote.js'
import {
  refuseIneligible,
  refuseNotOpen,
  refusePaused,
  refuseTooManyOpen,
  refuseUndisclosed,
  tooLarge,
} from './refusals.js'
import { pauseSince, unpaidToday } from './reservation-pause.js'
import { type Client, RuleFacts } from './rule-facts.js'
import { refuseAboveLimits, refuseOffer, refuseUnanswered } from './rule-refusals.js'

export interface OrderRequest {
  userId: string
  propertyId: string
  amountFils: Fils
  description?: string | undefined
  locale?: Locale | undefined
  payFrom: PayFrom
  /** The key under which the units are reserved once. */
  placeKey: string
  /** Whether the caller supplied `placeKey`. */
  isKeyed: boolean
  inputHash: string
}

/**
 * Returns whether an unpaid order matches the request: by its idempotency key, or if it has none, by property and
 * amount.
 */
export function isSameOrder(order: Order, request: OrderRequest): boolean {
  if (request.isKeyed) return order.placeKey === request.placeKey
  return order.propertyId === request.propertyId && order.amountFils === request.amountFils
}

/** A new order, and the raise as it was before any input of the decision was read. */
export interface Admitted {
  order: Order
  raise: Raise
  /** Whether the annual limit of the order, if it has one, was granted before. */
  isCapGranted: boolean
}

/** The quote of an amount, or why it cannot be ordered. */
type Quoted = Result<Quote, QuoteError>

/** The decisions of the rules, and their inputs. */
interface Judgement {
  decisions: RuleDecision[]
  reservations: Reservations
  client: Client
  offer: Pick<OrderFacts, 'basis'>
}

interface Reservations {
  open: Order[]
  unpaid: ReturnType<typeof unpaidToday>
  largestSmallUnits: Units
  /** The raise's allowance; null when the order is not large. */
  allowance: Allowance | null
  /** When the inputs were evaluated; the order's creation time. */
  at: Date
}

/**
 * Checks an order request against all requirements and creates the order. The decision of each rule is stored, on the
 * order or as a denial.
 */
@Injectable()
export class AdmitOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly disclosures: DisclosureStore,
    private readonly denials: DenialStore,
    private readonly facts: RuleFacts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Pick<InvestmentConfig, 'RULE_PACK'>,
    @Inject(RESERVATION_LIMITS) private readonly limits: 'on' | 'off' = 'on',
  ) {}

  /**
   * Returns `first` when another call has placed the same order. `known` is the raise, if the caller has just read it;
   * a raise has to be read before the other inputs.
   */
  async run(
    request: OrderRequest,
    known?: Raise,
  ): Promise<Result<Admitted | { first: Order }, ErrorsOf<typeof PlaceOrder>>> {
    const { userId, propertyId, amountFils } = request
    const raise = known ?? (await this.raises.byId(propertyId))
    if (!raise) return noProperty()
    const begun = this.clock.now()
    // Requested together, so that they are one command.
    const [{ status: userStatus, customerId }, { unitsAvailable }, client, ...read] = await Promise.all([
      this.investors.payer(userId),
      readCounts(this.ledger, raise),
      this.facts.ofInvestor(userId, begun),
      this.facts.ofOffer(raise, userId, begun),
      this.disclosures.current(),
      this.disclosures.acceptedBy(userId, raise._id),
      this.orders.openOf(userId),
      this.orders.unpaidOf(userId, pauseSince(begun)),
    ])
    const [offer, texts, accepted, open, ended] = read
    const quoted = quote(raise, amountFils, unitsAvailable)
    const minimumFils = minimumOf(raise, unitsAvailable)
    const required = texts.filter((text) => text.required)
    const reservations = await this.reservations({ open, ended, begun }, raise, quoted, unitsAvailable)
    const first = reservations.open.find((order) => isSameOrder(order, request))
    if (first) return ok({ first })
    const decisions = evaluate(this.config.RULE_PACK, {
      ...{ userStatus, amountFils, minimumFils, unitsAvailable, required, accepted },
      ...{ ...client.facts, ...offer, ...factsOf(request, quoted, reservations) },
    })
    const denied = decisions.filter((decision) => !decision.allowed)
    // Rules aren't evaluated when nothing is on offer, or for an invalid amount, which is a typing mistake.
    const isJudged = isOpen(raise, this.clock.now()) && !(isEligible(userStatus) && !quoted.ok)
    if (denied.length > 0 && isJudged) await this.denials.record(userId, raise._id, decisions, this.clock.now())
    const notNow = refuseIneligible(userStatus) ?? refuseNotOpen(raise, this.clock.now())
    if (notNow) return notNow
    if (!quoted.ok) return quoted
    const judged = { raise, client, denied, locale: request.locale }
    const refused =
      refuseOffer(judged) ??
      refuseUndisclosed(raise, required, outstanding(required, accepted)) ??
      refuseUnanswered(judged) ??
      refuseAboveLimits(judged) ??
      refuseUnpaid(raise, reservations, denied)
    if (refused) return refused
    // The refusals above cover every rule of the packs; a new rule needs its own error.
    if (denied[0]) throw new Error(`no error is declared for a denial by ${denied[0].rule}`)
    const order = this.make(request, raise, quoted.value, { decisions, reservations, client, offer })
    const { isCapGranted } = client
    return ok({ order: { ...order, ...(customerId ? { customerId } : {}) }, raise, isCapGranted })
  }

  private async reservations(
    { open, ended, begun }: { open: Order[]; ended: Order[]; begun: Date },
    raise: Raise,
    quoted: Quoted,
    unitsAvailable: Units,
  ): Promise<Reservations> {
    const most = largestSmallUnits(raise, unitsAvailable)
    const isLarge = quoted.ok && quoted.value.units > most
    const large = isLarge ? await this.orders.largeUnpaidOf(raise._id, allowanceSince(begun)) : null
    // Read after the other reservations, so that none of them starts later than this one.
    const at = this.clock.now()
    const held = large && allowance(large, at)
    return { open, unpaid: unpaidToday(ended, at), largestSmallUnits: most, allowance: held, at }
  }

  private make(
    request: OrderRequest,
    raise: Raise,
    quoted: Quote,
    { decisions, reservations, client, offer }: Judgement,
  ): Order {
    const { open, allowance: held, at: createdAt } = reservations
    const { userId, description, locale, placeKey, inputHash } = request
    const { units, amountFils, feeFils, totalFils } = quoted
    const { _id: propertyId, slug, title, titleAr, offeringVersion, unitPriceFils } = raise
    const wall = this.wall.now()
    // If the rest of the allowance is shorter than the processor's minimum lifetime of a page, the sweep closes the
    // page.
    const isShort = held !== null && held.holdMs < RESERVATION_MS
    const taken = open.flatMap(({ openSlot }) => openSlot ?? [])
    const openSlot = freeSlot(userId, taken, fractionOf(placeKey))
    return {
      _id: this.ids.next(),
      ...{ userId, propertyId, slug, title, offeringVersion, unitPriceFils, units, amountFils, feeFils, totalFils },
      ...(titleAr ? { titleAr } : {}),
      ...(description === undefined ? {} : { description }),
      state: 'reserved',
      decisions,
      createdAt,
      expiresAt: isShort ? new Date(createdAt.getTime() + held.holdMs) : deadlineOf(wall, this.clock.now()),
      ...(locale ? { locale } : {}),
      ...(held ? { large: true } : {}),
      ...(client.cap ? { cap: client.cap } : {}),
      ...(isCounted(client, offer) ? { countedPerson: true } : {}),
      placeKey,
      inputHash,
      // Unique among unpaid orders, which limits their number and lets a repeated request find its order.
      ...(this.limits === 'on' ? { openProperty: openPropertyOf(userId, propertyId) } : {}),
      ...(this.limits === 'on' && openSlot ? { openSlot } : {}),
      lockedUntil: new Date(wall.getTime() + LOCK_MS),
      checkoutAttempt: 1,
      checkoutBegunAt: wall,
      version: 0,
    }
  }
}

/** Returns whether the investor counts towards the persons of an exempt offer. */
const isCounted = ({ facts }: Client, { basis }: Pick<OrderFacts, 'basis'>) =>
  basis === 'exempt-persons' && facts.investorClass === 'retail'

function factsOf({ propertyId }: OrderRequest, quoted: Quoted, reservations: Reservations) {
  const { open, unpaid, allowance: held } = reservations
  return {
    openOrders: open.length,
    openHere: open.filter((order) => order.propertyId === propertyId).length,
    unpaidToday: unpaid.count,
    pausedUntil: unpaid.pausedUntil,
    units: quoted.ok ? quoted.value.units : unitsOf(0),
    largestSmallUnits: reservations.largestSmallUnits,
    allowanceLeftMs: held?.holdMs ?? null,
  }
}

function refuseUnpaid(raise: Raise, reservations: Reservations, denied: readonly RuleDecision[]) {
  const refused = refuseTooManyOpen(raise._id, reservations.open) ?? refusePaused(reservations.unpaid.pausedUntil)
  if (refused || !denied.some(({ rule }) => rule === 'platform.large-reservations')) return refused
  return tooLarge(raise, reservations.largestSmallUnits, reservations.allowance?.retryAt ?? null)
}

/** Returns a number in [0, 1) that is the same for the same text. */
const fractionOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
