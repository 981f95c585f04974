import type { UserStatus } from '@hissa/contracts'
import type { Fils, Units } from '@hissa/money'
import { largeReservations, reservationPause, unpaidOrders } from './reservation-rules.js'

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

/** The inputs of the rules in a pack. */
export interface OrderFacts {
  /** The legal basis of the offering; local offerings use `licensed-platform`. */
  basis: 'licensed-platform'
  userStatus: UserStatus
  amountFils: Fils
  minimumFils: Fils
  unitsAvailable: Units
  required: ReadonlyArray<{ documentId: string; version: number; hash: string }>
  accepted: readonly AcceptedDisclosure[]
  /** Unpaid orders of the investor, over all properties and for this one. */
  openOrders: number
  openHere: number
  /**
   * How many reservations of the investor ended unpaid in the last 24 hours, and until when the next order must wait.
   */
  unpaidToday: number
  pausedUntil: Date | null
  units: Units
  /** An order of more units than this is a large reservation. */
  largestSmallUnits: Units
  /** What is left of the raise's allowance for large reservations; null when the order is not one. */
  allowanceLeftMs: number | null
}

export interface Rule {
  id: string
  version: number
  /** Returns the deciding inputs and the decision. Pure. */
  evaluate(facts: OrderFacts): { allowed: boolean; inputs: Record<string, unknown> }
}

/** Returns whether an account of this status may invest. */
export const isEligible = (userStatus: UserStatus) => userStatus === 'kyc_complete' || userStatus === 'investor_active'

/** ADGM, PFP rules: allows accounts with complete KYC that are not suspended. */
const eligibility: Rule = {
  id: 'adgm.eligibility',
  version: 1,
  evaluate: ({ userStatus, basis }) => ({
    allowed: isEligible(userStatus),
    inputs: { userStatus, basis },
  }),
}

/** Requires the minimum subscription: the larger of the platform's and the offering's, waived when less remains. */
const minimum: Rule = {
  id: 'adgm.minimum',
  version: 1,
  evaluate: ({ amountFils, minimumFils, unitsAvailable }) => ({
    allowed: amountFils >= minimumFils,
    inputs: { amountFils, minimumFils, unitsAvailable },
  }),
}

/** Requires each risk text to be accepted in its current version before payment, with hash, language and time. */
const disclosures: Rule = {
  id: 'adgm.disclosures',
  version: 1,
  evaluate: ({ required, accepted }) => ({
    allowed: required.length > 0 && outstanding(required, accepted).length === 0,
    inputs: { required, accepted },
  }),
}

/** The platform's own rules, part of every pack. */
const platform = [unpaidOrders, reservationPause, largeReservations] as const

/**
 * Rule packs by name; configuration chooses one. A changed rule gets a new version; a version never changes its
 * meaning.
 */
export const RULE_PACKS = {
  adgm: [eligibility, minimum, disclosures, ...platform],
} as const satisfies Record<string, readonly Rule[]>
export type RulePack = keyof typeof RULE_PACKS

/** Evaluates every rule of a pack, even after one has denied. */
export function evaluate(pack: RulePack, facts: OrderFacts): RuleDecision[] {
  return RULE_PACKS[pack].map((rule) => ({ rule: rule.id, version: rule.version, ...rule.evaluate(facts) }))
}

/** Returns the required texts whose current version was not accepted. */
export function outstanding<R extends { documentId: string; version: number }>(
  required: readonly R[],
  accepted: ReadonlyArray<{ documentId: string; version: number }>,
): R[] {
  const done = new Set(accepted.map(({ documentId, version }) => `${documentId}/${version}`))
  return required.filter(({ documentId, version }) => !done.has(`${documentId}/${version}`))
}
