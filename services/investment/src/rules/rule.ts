import type { UserStatus } from '@hissa/contracts'
import type { InvestorClass } from '@hissa/contracts/investment'
import type { OfferBasis } from '@hissa/contracts/property'
import type { Fils, Units } from '@hissa/money'

/** Why an order was allowed or denied, in enough detail to evaluate it again: rule, version, inputs. */
export interface RuleDecision {
  rule: string
  version: number
  allowed: boolean
  inputs: Readonly<Record<string, unknown>>
}

export interface AcceptedDisclosure {
  documentId: string
  version: number
  hash: string
  locale: string
  at: Date
}

/** A passed questionnaire about the risks. */
export interface PassedAnswers {
  version: number
  hash: string
  passedAt: Date
  validUntil: Date
}

/** The facts about the offer, besides its raise. */
interface OfferFacts {
  basis: OfferBasis
  /** The day of the independent valuation, in Dubai. */
  valuedOn: string | null
  /** Retail investors who ordered in the last 12 months, without this one. Counted for `exempt-persons` only. */
  otherPersons: number
  /** Whether this investor is already among those persons. */
  isKnownPerson: boolean
}

/** The facts about the investor. */
interface InvestorFacts {
  userStatus: UserStatus
  investorClass: InvestorClass
  answered: PassedAnswers | null
  accepted: readonly AcceptedDisclosure[]
  /** Reserved and paid in `year`, without fees. Zero for an investor without an annual limit. */
  usedFils: Fils
  /** Unpaid orders of the investor, over all properties and for this one. */
  openOrders: number
  openHere: number
  /**
   * How many reservations of the investor ended unpaid in the last 24 hours, and until when the next order must wait.
   */
  unpaidToday: number
  pausedUntil: Date | null
}

/** The inputs of the rules in a pack. */
export interface OrderFacts extends OfferFacts, InvestorFacts {
  /** When the order is decided, and its day and year in Dubai. */
  at: Date
  today: string
  year: number
  amountFils: Fils
  minimumFils: Fils
  unitsAvailable: Units
  required: ReadonlyArray<{ documentId: string; version: number; hash: string }>
  units: Units
  /** An order of more units than this is a large reservation. */
  largestSmallUnits: Units
  /** What is left of the raise's allowance for large reservations; null when the order is not one. */
  allowanceLeftMs: number | null
}

/**
 * A rule in one version. A version never changes its meaning and is never removed, so that stored decisions can be
 * replayed.
 */
export interface Rule<Facts = OrderFacts> {
  /** `<pack>.<name>`, or `platform.<name>` for a rule of every pack. */
  id: string
  version: number
  /** The rule in full with its source, for staff. */
  explanation: string
  /** Returns the deciding inputs and the decision. Pure: the inputs alone give the same decision. */
  evaluate(facts: Facts): { allowed: boolean; inputs: Record<string, unknown> }
}

/** Returns a rule's name without its pack. */
export const nameOf = (rule: string) => rule.slice(rule.indexOf('.') + 1)
