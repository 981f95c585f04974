import { sum } from '@hissa/money'
import { daysBetween } from './calendar.js'
import { DFSA_ANNUAL_LIMIT_FILS, VALUATION_MAXIMUM_AGE_DAYS } from './limits.js'
import type { OrderFacts, Rule } from './rule.js'

/** Returns whether an account of this status may invest. */
export const isEligible = (userStatus: OrderFacts['userStatus']) =>
  userStatus === 'kyc_complete' || userStatus === 'investor_active'

/** Allows accounts with complete KYC that are not suspended. */
export const eligibility = (pack: string): Rule => ({
  id: `${pack}.eligibility`,
  version: 1,
  explanation: 'Allows accounts whose identity is verified and that are not suspended.',
  evaluate: ({ userStatus, basis }) => ({
    allowed: isEligible(userStatus),
    inputs: { userStatus, basis },
  }),
})

/** Requires the minimum subscription: the larger of the platform's and the offering's, waived when less remains. */
export const minimum = (pack: string): Rule => ({
  id: `${pack}.minimum`,
  version: 1,
  explanation:
    'Requires the larger of the platform’s and the offering’s minimum. Waived, down to one share, when less remains.',
  evaluate: ({ amountFils, minimumFils, unitsAvailable }) => ({
    allowed: amountFils >= minimumFils,
    inputs: { amountFils, minimumFils, unitsAvailable },
  }),
})

/** Requires each risk text to be accepted in its current version before payment, with hash, language and time. */
export const disclosures = (pack: string): Rule => ({
  id: `${pack}.disclosures`,
  version: 1,
  explanation:
    'Requires that each required disclosure is accepted for this property in its current version. The acceptance holds ' +
    'version, hash, language and time.',
  evaluate: ({ required, accepted }) => ({
    allowed: required.length > 0 && outstanding(required, accepted).length === 0,
    inputs: { required, accepted },
  }),
})

/** Requires a retail client to have answered the questions about the risks, within their validity. */
export const appropriateness = (pack: string): Rule => ({
  id: `${pack}.appropriateness`,
  version: 1,
  explanation:
    'Requires that a retail client has answered every question about the risks correctly, at most 365 days ago. ' +
    'Professional clients and market counterparties are exempt.',
  evaluate: ({ investorClass, answered, at }) => ({
    allowed: investorClass !== 'retail' || (answered !== null && at < answered.validUntil),
    inputs: { investorClass, answered, at },
  }),
})

/** Requires an independent valuation that is at most three months old on the day of the order. */
export const valuation = (pack: string): Rule => ({
  id: `${pack}.valuation`,
  version: 1,
  explanation:
    'Requires a valuation by an unrelated valuer that is at most 91 days old on the day of the order in Dubai, ' +
    'three months. On day 92 the offer is blocked until a new one is published.',
  evaluate: ({ valuedOn, today }) => ({
    allowed: valuedOn !== null && isCurrent(daysBetween(valuedOn, today)),
    inputs: { valuedOn, today },
  }),
})

const isCurrent = (ageDays: number) => ageDays >= 0 && ageDays <= VALUATION_MAXIMUM_AGE_DAYS

/** Limits what a retail client invests in a calendar year of Dubai to USD 50,000. */
export const annualLimit = (pack: string): Rule => ({
  id: `${pack}.annual-limit`,
  version: 1,
  explanation:
    'Limits the subscriptions of a retail client to USD 50,000 (AED 183,625 at the fixed rate of 3.6725) in a calendar ' +
    'year, which begins at midnight of 1 January in Dubai. Released, cancelled and refunded orders do not count.',
  evaluate: ({ investorClass, year, usedFils, amountFils }) => ({
    allowed: investorClass !== 'retail' || sum(usedFils, amountFils) <= DFSA_ANNUAL_LIMIT_FILS,
    inputs: { investorClass, year, usedFils, amountFils },
  }),
})

/** Returns the required texts whose current version was not accepted. */
export function outstanding<R extends { documentId: string; version: number }>(
  required: readonly R[],
  accepted: ReadonlyArray<{ documentId: string; version: number }>,
): R[] {
  const done = new Set(accepted.map(({ documentId, version }) => `${documentId}/${version}`))
  return required.filter(({ documentId, version }) => !done.has(`${documentId}/${version}`))
}
