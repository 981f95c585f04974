import { type ErrorOf, refuse, type Refused } from '@hissa/contracts'
import {
  ANNUAL_LIMIT_REACHED,
  APPROPRIATENESS_REQUIRED,
  CONSIDERATION_BELOW_MINIMUM,
  INVESTOR_CLASS_NOT_ADMITTED,
  OFFER_PERSONS_REACHED,
  VALUATION_OUTDATED,
} from '@hissa/contracts/investment'
import { times } from '@hissa/money'
import { type Language, languageFor } from '@hissa/texts'
import { paused } from '../appropriateness/appropriateness.api.js'
import type { Raise } from '../raises/raises.api.js'
import {
  EXEMPT_CONSIDERATION_FILS,
  EXEMPT_PERSONS,
  investorText,
  leftOf,
  nameOf,
  type RuleDecision,
  startOfYear,
  VALUATION_MAXIMUM_AGE_DAYS,
} from '../rules/rules.api.js'
import type { Client } from './rule-facts.js'

type RuleError = ErrorOf<
  | typeof ANNUAL_LIMIT_REACHED
  | typeof CONSIDERATION_BELOW_MINIMUM
  | typeof INVESTOR_CLASS_NOT_ADMITTED
  | typeof OFFER_PERSONS_REACHED
  | typeof VALUATION_OUTDATED
>

/** Explains a denial of one rule: the error for the client, with the text for the investor as its detail. */
type Explain = (denied: RuleDecision, context: { raise: Raise; client: Client; detail: string }) => Refused<RuleError>

/** The rules about the offer, in the order in which they are reported. */
const OFFER: Readonly<Record<string, Explain>> = {
  'offer-class': (_, { client, detail }) =>
    refuse(INVESTOR_CLASS_NOT_ADMITTED, detail, { investorClass: client.facts.investorClass }),
  'offer-consideration': (_, { raise, detail }) => {
    // The smallest amount that is also a whole number of shares.
    const minimumFils = times(raise.unitPriceFils, Math.ceil(EXEMPT_CONSIDERATION_FILS / raise.unitPriceFils))
    return refuse(CONSIDERATION_BELOW_MINIMUM, detail, { minimumFils })
  },
  'offer-persons': (_, { detail }) => refuse(OFFER_PERSONS_REACHED, detail, { maximumPersons: EXEMPT_PERSONS }),
  valuation: (_, { raise, detail }) => {
    const valuedOn = raise.valuedOn ?? null
    return refuse(VALUATION_OUTDATED, detail, { valuedOn, maximumAgeDays: VALUATION_MAXIMUM_AGE_DAYS })
  },
}

/** The rules about the investor's limits. */
const LIMITS: Readonly<Record<string, Explain>> = {
  'annual-limit': (_, { client: { cap, facts }, detail }) => {
    const { year, limitFils } = cap!
    const resetsAt = startOfYear(year + 1).toISOString()
    return refuse(ANNUAL_LIMIT_REACHED, detail, {
      year,
      limitFils,
      leftFils: leftOf(limitFils, facts.usedFils),
      resetsAt,
    })
  },
}

interface Judged {
  raise: Raise
  client: Client
  denied: readonly RuleDecision[]
  locale: string | undefined
}

/** Returns the refusal of an offer that this investor cannot take; otherwise undefined. */
export const refuseOffer = (judged: Judged) => explain(OFFER, judged)

/** Returns the refusal of an amount above the investor's limits; otherwise undefined. */
export const refuseAboveLimits = (judged: Judged) => explain(LIMITS, judged)

/** Returns a refusal if the questions about the risks are not answered; otherwise undefined. */
export function refuseUnanswered({ raise, client, denied, locale }: Judged) {
  const decision = denied.find(({ rule }) => nameOf(rule) === 'appropriateness')
  if (!decision) return undefined
  if (client.pausedUntil) return paused(client.pausedUntil, locale)
  const next = `/investment-flow/${raise._id}`
  return refuse(APPROPRIATENESS_REQUIRED, investorText(decision, languageFor(locale)), { next })
}

function explain(explanations: Readonly<Record<string, Explain>>, judged: Judged): Refused<RuleError> | undefined {
  const { raise, client, denied, locale } = judged
  const language: Language = languageFor(locale)
  for (const [name, explanation] of Object.entries(explanations)) {
    const decision = denied.find(({ rule }) => nameOf(rule) === name)
    if (decision) return explanation(decision, { raise, client, detail: investorText(decision, language) })
  }
  return undefined
}
