import type { Fils } from '@hissa/money'
import { classRule } from './class-rule.js'
import { DFSA_ANNUAL_LIMIT_FILS } from './limits.js'
import { ADGM_OFFER_RULES } from './offer-rules.js'
import { annualLimit, appropriateness, disclosures, eligibility, minimum, valuation } from './order-rules.js'
import { PAST_PLATFORM_RULES, PLATFORM_RULES } from './reservation-rules.js'
import type { OrderFacts, Rule, RuleDecision } from './rule.js'

const common = (pack: string) => [
  eligibility(pack),
  minimum(pack),
  disclosures(pack),
  appropriateness(pack),
  valuation(pack),
]

/**
 * Rule packs by name; configuration chooses one. A changed rule gets a new version, and its old one moves to
 * PAST_RULES.
 */
export const RULE_PACKS = {
  adgm: [...common('adgm'), ...ADGM_OFFER_RULES, ...PLATFORM_RULES],
  dfsa: [...common('dfsa'), annualLimit('dfsa'), ...PLATFORM_RULES],
  vara: [...common('vara'), ...PLATFORM_RULES],
} as const satisfies Record<string, readonly Rule[]>
export type RulePack = keyof typeof RULE_PACKS

/** Versions that no pack uses any more. They stay callable, so that every stored decision can be evaluated again. */
const PAST_RULES: readonly Rule[] = [...PAST_PLATFORM_RULES]

const ANNUAL_LIMITS: Readonly<Record<RulePack, Fils | null>> = { adgm: null, dfsa: DFSA_ANNUAL_LIMIT_FILS, vara: null }

/** Returns what an investor of this class may invest in a year; null if the pack sets no limit. */
export const annualLimitOf = (pack: RulePack, investorClass: OrderFacts['investorClass']): Fils | null =>
  investorClass === 'retail' ? ANNUAL_LIMITS[pack] : null

/** Evaluates every rule of a pack, even after one has denied. */
export function evaluate(pack: RulePack, facts: OrderFacts): RuleDecision[] {
  return RULE_PACKS[pack].map((rule) => decisionOf(rule, facts))
}

function decisionOf<Facts>(rule: Rule<Facts>, facts: Facts): RuleDecision {
  const { allowed, inputs } = rule.evaluate(facts)
  return { rule: rule.id, version: rule.version, allowed, inputs }
}

/** A rule about orders, or about classes of investors. */
type AnyRule = Rule<never>

/** Every version of every rule, by id and version. */
export class RuleRegistry {
  private readonly rules: ReadonlyMap<string, AnyRule>

  /** Throws when two rules share an id and a version. */
  constructor(rules: readonly AnyRule[]) {
    this.rules = new Map(rules.map((rule) => [keyOf(rule.id, rule.version), rule]))
    const distinct = new Set(rules)
    if (this.rules.size !== distinct.size) throw new Error('two rules share an id and a version')
  }

  find({ rule, version }: Pick<RuleDecision, 'rule' | 'version'>): AnyRule | undefined {
    return this.rules.get(keyOf(rule, version))
  }

  /** Evaluates a stored decision again, by the version that made it and from its inputs alone. */
  reevaluate(decision: RuleDecision): RuleDecision | undefined {
    const rule = this.find(decision)
    return rule && decisionOf(rule, decision.inputs as never)
  }
}

const keyOf = (id: string, version: number) => `${id}/${version}`

/** Every rule that ever decided anything. */
export const REGISTRY = new RuleRegistry([...Object.values(RULE_PACKS).flat(), ...PAST_RULES, classRule])
