import { type Fils, fils, formatMoney } from '@hissa/money'
import { type Language, LANGUAGES } from '@hissa/texts'
import type { Values } from '@hissa/texts/server'
import { ruleTexts } from '../texts/rules.js'
import { DFSA_ANNUAL_LIMIT_FILS, EXEMPT_CONSIDERATION_FILS, EXEMPT_PERSONS } from './limits.js'
import { nameOf, type RuleDecision } from './rule.js'
import { REGISTRY } from './rules.js'

type TextId = Parameters<ReturnType<typeof ruleTexts>>[0]

/** Returns the text for the investor when this decision denies an order. */
export function investorText({ rule, inputs }: Pick<RuleDecision, 'rule' | 'inputs'>, language: Language): string {
  const id = `rule.${nameOf(rule)}` as TextId
  return ruleTexts(language)(id, valuesOf(inputs, language))
}

/** Returns the rule of a decision in full, for staff; states when the version is unknown. */
export function staffText(decision: Pick<RuleDecision, 'rule' | 'version'>): string {
  return REGISTRY.find(decision)?.explanation ?? 'This version of the rule is not part of this release.'
}

/** Returns when the questions can be answered again, in words. */
export function pausedText(retryAt: Date, language: Language): string {
  const options = { timeZone: 'Asia/Dubai' } as const
  const { tag } = LANGUAGES[language]
  const date = new Intl.DateTimeFormat(tag, { ...options, dateStyle: 'long' }).format(retryAt)
  const time = new Intl.DateTimeFormat(tag, { ...options, timeStyle: 'short' }).format(retryAt)
  return ruleTexts(language)('rule.paused', { date, time })
}

/** Returns what is left of an annual limit; never negative. */
export const leftOf = (limitFils: Fils, usedFils: Fils): Fils => fils(Math.max(0, limitFils - usedFils))

function valuesOf(inputs: RuleDecision['inputs'], locale: Language): Values {
  const money = (amountFils: Fils) => formatMoney(amountFils, { locale })
  const { minimumFils, usedFils, year } = inputs
  return {
    minimum: money(typeof minimumFils === 'number' ? fils(minimumFils) : EXEMPT_CONSIDERATION_FILS),
    left: money(leftOf(DFSA_ANNUAL_LIMIT_FILS, typeof usedFils === 'number' ? fils(usedFils) : fils(0))),
    limit: money(DFSA_ANNUAL_LIMIT_FILS),
    year: String(year),
    persons: String(EXEMPT_PERSONS),
  }
}
