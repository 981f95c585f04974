import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '@hissa/persistence'
import { REGISTRY, type RuleDecision, type RuleRegistry } from '../rules/rules.api.js'

/** A stored decision that its rule does not give again. */
export interface Difference {
  collection: string
  id: string
  rule: string
  version: number
  /** `unknown`: the release has no such rule or version. `changed`: it decides differently, or from other inputs. */
  kind: 'unknown' | 'changed'
}

export interface Reevaluation {
  documents: number
  decisions: number
  differences: Difference[]
}

/** Where decisions are stored, and in which fields. */
const STORED = [
  { collection: 'orders', field: 'decisions' },
  { collection: 'rule_denials', field: 'decisions' },
  { collection: 'investor_classes', field: 'decision' },
] as const

/**
 * Evaluates every stored decision again, with the version of the rule that made it and the stored inputs. Changes
 * nothing. Calls `onProgress` after each thousand documents.
 */
export async function reevaluateDecisions(
  connection: Connection,
  {
    registry = REGISTRY,
    onProgress,
  }: { registry?: RuleRegistry; onProgress?: (done: number, total: number) => void } = {},
): Promise<Reevaluation> {
  const counts = STORED.map(({ collection }) => connection.collection(collection).countDocuments())
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  const result: Reevaluation = { documents: 0, decisions: 0, differences: [] }
  for (const { collection, field } of STORED) {
    const rows = connection.collection<{ _id: string }>(collection).find({}, { projection: { [field]: 1 } })
    for await (const row of rows) {
      const decisions = [(row as unknown as Record<string, RuleDecision | RuleDecision[]>)[field] ?? []].flat()
      result.documents += 1
      result.decisions += decisions.length
      result.differences.push(
        ...differencesOf(decisions, registry).map((found) => ({ collection, id: row._id, ...found })),
      )
      if (result.documents % 1_000 === 0) onProgress?.(result.documents, total)
    }
  }
  return result
}

function differencesOf(decisions: readonly RuleDecision[], registry: RuleRegistry) {
  return decisions.flatMap((decision): Array<Pick<Difference, 'rule' | 'version' | 'kind'>> => {
    const { rule, version } = decision
    if (!registry.find(decision)) return [{ rule, version, kind: 'unknown' }]
    return isSame(decision, registry) ? [] : [{ rule, version, kind: 'changed' }]
  })
}

/** Inputs that the rule cannot evaluate at all are a difference too. */
function isSame(decision: RuleDecision, registry: RuleRegistry): boolean {
  try {
    return isDeepStrictEqual(registry.reevaluate(decision), { ...decision })
  } catch {
    return false
  }
}
