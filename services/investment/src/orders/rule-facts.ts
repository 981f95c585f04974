import type { AppropriatenessState } from '@hissa/contracts/investment'
import { ZERO } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { passOf, pauseOf, StandingStore, stateOf } from '../appropriateness/appropriateness.api.js'
import { ClassStore } from '../classification/classification.api.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import type { Raise } from '../raises/raises.api.js'
import { annualLimitOf, dubaiDay, dubaiYear, type OrderFacts, yearBefore } from '../rules/rules.api.js'
import type { AnnualCap } from './order.model.js'
import { AnnualLimits } from './annual-limits.js'
import { OrderStore } from './order.store.js'

type ClientFacts = Pick<OrderFacts, 'at' | 'today' | 'year' | 'investorClass' | 'answered' | 'usedFils'>
type OfferFacts = Pick<OrderFacts, 'basis' | 'valuedOn' | 'otherPersons' | 'isKnownPerson'>

/** The investor's inputs of the rules, and the state of the questions about the risks. */
export interface Client {
  facts: ClientFacts
  appropriateness: AppropriatenessState
  /** The questions about the risks cannot be answered until then. */
  pausedUntil: Date | undefined
  /** The annual limit of the current year; undefined if the investor has none. */
  cap: AnnualCap | undefined
  /** Whether the account of that limit was credited with it. */
  isCapGranted: boolean
}

/** Reads the inputs of the rules, except those about the amount and about reservations. */
@Injectable()
export class RuleFacts {
  constructor(
    private readonly orders: OrderStore,
    private readonly classes: ClassStore,
    private readonly standings: StandingStore,
    private readonly limits: AnnualLimits,
    @Inject(CONFIG) private readonly config: Pick<InvestmentConfig, 'RULE_PACK'>,
  ) {}

  /** Reads an investor's class, answers and annual limit at `at`. */
  async ofInvestor(userId: string, at: Date): Promise<Client> {
    const { RULE_PACK: pack } = this.config
    const year = dubaiYear(at)
    const isLimited = annualLimitOf(pack, 'retail') !== null
    // Requested together, so that they are one command.
    const [investorClass, standing, spentFils, isCapGranted] = await Promise.all([
      this.classes.classOf(userId, at),
      this.standings.of(userId),
      isLimited ? this.limits.usedFils(userId, year) : ZERO,
      isLimited && this.limits.isGranted(userId, year),
    ])
    const limitFils = annualLimitOf(pack, investorClass)
    const cap = limitFils === null ? undefined : { year, limitFils }
    const usedFils = cap ? spentFils : ZERO
    const answered = passOf(standing, at) ?? null
    return {
      facts: { at, today: dubaiDay(at), year, investorClass, answered, usedFils },
      appropriateness: stateOf(standing, investorClass, at),
      pausedUntil: pauseOf(standing, at),
      cap,
      isCapGranted,
    }
  }

  /** Reads the facts of an offer for one investor at `at`. */
  async ofOffer(raise: Raise, userId: string, at: Date): Promise<OfferFacts> {
    const { _id: propertyId, basis = 'licensed-platform', valuedOn = null } = raise
    const persons = basis === 'exempt-persons' ? await this.orders.personsOf(propertyId, yearBefore(at)) : []
    const isKnownPerson = persons.includes(userId)
    return { basis, valuedOn, otherPersons: persons.length - (isKnownPerson ? 1 : 0), isKnownPerson }
  }
}
