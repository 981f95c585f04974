import type { Fils } from '@hissa/money'
import type { Classification, ClassificationRefusal, InvestorClass } from '@hissa/contracts/investment'
import { daysBetween, dubaiDay } from './calendar.js'
import { PROFESSIONAL_NET_ASSETS_FILS } from './limits.js'
import type { Rule } from './rule.js'

/** How long evidence supports a class: 12 months from its date. The class expires no later than that. */
const EVIDENCE_MAXIMUM_AGE_DAYS = 366

type Evidence = NonNullable<Classification['evidence']>

/** The evidence that each class admits. */
const ADMITTED: Readonly<Record<InvestorClass, readonly Evidence['kind'][]>> = {
  retail: [],
  professional: ['net_assets', 'large_undertaking', 'regulated_entity'],
  market_counterparty: ['large_undertaking', 'regulated_entity'],
}

/** The inputs of a classification. The references are not among them, because their content cannot be evaluated. */
export interface ClassFacts {
  investorClass: InvestorClass
  evidenceKind: Evidence['kind'] | null
  netAssetsFils: Fils | null
  /** Day of the evidence. */
  asOf: string | null
  /** Whether the investor asked for the class. */
  isRequested: boolean
  expiresAt: Date | null
  at: Date
}

/** Returns the facts of a proposed class at `at`. */
export function factsOf({ investorClass, evidence, optUp, expiresAt }: Classification, at: Date): ClassFacts {
  return {
    investorClass,
    evidenceKind: evidence?.kind ?? null,
    netAssetsFils: evidence?.netAssetsFils ?? null,
    asOf: evidence?.asOf ?? null,
    isRequested: optUp !== undefined,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    at,
  }
}

/** Returns why a class is not possible; undefined if it is. Retail is always possible. */
export function classFault(facts: ClassFacts): ClassificationRefusal | undefined {
  const { investorClass, evidenceKind, netAssetsFils, asOf, expiresAt, at } = facts
  if (investorClass === 'retail') return undefined
  if (evidenceKind === null || asOf === null || !ADMITTED[investorClass].includes(evidenceKind)) return 'evidence'
  if (evidenceKind === 'net_assets' && (netAssetsFils ?? 0) < PROFESSIONAL_NET_ASSETS_FILS) return 'net_assets'
  const ageDays = daysBetween(asOf, dubaiDay(at))
  if (ageDays < 0 || ageDays > EVIDENCE_MAXIMUM_AGE_DAYS) return 'evidence_date'
  if (!facts.isRequested) return 'opt_up'
  if (expiresAt === null || expiresAt <= at) return 'expiry'
  return daysBetween(asOf, dubaiDay(expiresAt)) > EVIDENCE_MAXIMUM_AGE_DAYS ? 'expiry' : undefined
}

/** Decides whether an investor may have a class. The same in every pack. */
export const classRule: Rule<ClassFacts> = {
  id: 'platform.classification',
  version: 1,
  explanation:
    'Every investor is retail by default. A professional client needs net assets of at least USD 1,000,000 (AED 3,672,500 ' +
    'at the fixed rate of 3.6725; ADGM since 2023), or is a large undertaking or a regulated entity; a market counterparty ' +
    'is one of the latter two. The evidence is at most 12 months old, the investor has asked for the class, and it expires ' +
    'at most 12 months after the date of the evidence. A return to retail needs no evidence.',
  evaluate: (facts) => ({ allowed: classFault(facts) === undefined, inputs: { ...facts } }),
}
