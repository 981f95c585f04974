import { isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { equal } from '../bson/compare.js'
import type { SortField } from '../query/sort.js'
import type { CollectionInfo, IndexInfo } from '../storage/catalog.js'
import { boundsOf, FULL, type Interval } from './bounds.js'
import { holdsAllMatches } from './implies.js'
import { predicatesOf, type Predicate } from './predicates.js'

/** Whole keys k with lower <= k < upper. */
export interface KeyRange {
  lower: Buffer
  upper: Buffer
  /** True when `lower` is the only key in the range. */
  exact: boolean
}

/** How to find candidate documents for a filter. The filter is applied to each candidate. */
export type Plan =
  | { kind: 'collection'; reverse: boolean }
  | { kind: 'index'; index: IndexInfo; ranges: KeyRange[]; reverse: boolean; sorted: boolean; identity: boolean }
  | { kind: 'union'; plans: Plan[] }

const RANGE_LIMIT = 10_000

interface Candidate {
  plan: Extract<Plan, { kind: 'index' }>
  score: number
}

/**
 * Chooses the index whose leading fields the filter narrows most, preferring one that also provides the sort order.
 * @param hint name or key pattern of the index to use, or `{$natural: ±1}`.
 * @throws DocstoreError 2 when the hint names no index.
 */
export function plan(info: CollectionInfo, filter: Doc, sort: readonly SortField[] = [], hint?: Value): Plan {
  if (isDoc(hint) && hint.has('$natural')) return { kind: 'collection', reverse: equal(hint.get('$natural'), -1) }
  const hinted = hint === undefined ? undefined : indexByHint(info, hint)
  const best = bestCandidate(info, filter, sort, hinted)
  if (best && (hinted || best.score >= 10)) return best.plan
  return unionPlan(info, filter) ?? best?.plan ?? { kind: 'collection', reverse: false }
}

function bestCandidate(
  info: CollectionInfo,
  filter: Doc,
  sort: readonly SortField[],
  hinted?: IndexInfo,
): Candidate | undefined {
  const predicates = predicatesOf(filter)
  const candidates = (hinted ? [hinted] : info.indexes)
    .map((index) => candidate(index, predicates, sort, hinted !== undefined))
    .filter((found) => found !== undefined)
  return candidates.reduce<Candidate | undefined>(
    (top, next) => (top && top.score >= next.score ? top : next),
    undefined,
  )
}

function indexByHint(info: CollectionInfo, hint: Value): IndexInfo {
  const found = info.indexes.find((index) =>
    typeof hint === 'string' ? index.name === hint : equal(index.spec.get('key'), hint),
  )
  return found ?? fail(Code.BadValue, 'hint provided does not correspond to an existing index')
}

/** Indexes serve `$or` when they serve each of its branches. */
function unionPlan(info: CollectionInfo, filter: Doc): Plan | undefined {
  const branches = branchesOf(filter)
  if (!branches) return undefined
  const rest = new Map([...filter].filter(([key]) => key !== '$or'))
  const plans: Plan[] = []
  for (const branch of branches) {
    const chosen = bestCandidate(info, new Map<string, Value>([['$and', [rest, branch]]]), [])
    if (!chosen || chosen.score < 10) return undefined
    plans.push(chosen.plan)
  }
  return { kind: 'union', plans }
}

function branchesOf(filter: Doc): Doc[] | undefined {
  const own = filter.get('$or')
  if (Array.isArray(own)) return own.filter(isDoc)
  const all = filter.get('$and')
  if (!Array.isArray(all)) return undefined
  return all
    .filter(isDoc)
    .map(branchesOf)
    .find((found) => found !== undefined)
}

function candidate(
  index: IndexInfo,
  predicates: Predicate[],
  sort: readonly SortField[],
  forced: boolean,
): Candidate | undefined {
  if (!holdsAllMatches(index, predicates))
    return forced
      ? fail(Code.BadValue, `hint names the partial or sparse index ${index.name}, which may lack matches`)
      : undefined
  const bounds = fieldBounds(index, predicates)
  const points = bounds.filter((intervals) => intervals.every((interval) => interval.point)).length
  const narrowed = bounds.length
  const order = index.multikey ? undefined : sortGiven(index, bounds, sort)
  const holdsFewer = index.partialFilter !== undefined || index.sparse
  if (narrowed === 0 && !order && !forced && !holdsFewer) return undefined
  const whole = points === index.fields.length
  const single = bounds.every((intervals) => intervals.length === 1)
  const score =
    points * 100 +
    (narrowed - points) * 50 +
    (whole && index.unique ? 1000 : 0) +
    (order ? 20 : 0) +
    (holdsFewer ? 10 : 0)
  return {
    score: narrowed === 0 && order ? 10 : score - index.fields.length,
    plan: {
      kind: 'index',
      index,
      ranges: rangesOf(bounds, whole),
      reverse: order === 'reverse',
      sorted: order !== undefined,
      identity: whole && single && index.name === '_id_',
    },
  }
}

/** Returns the bounds of the leading fields: points for as many fields as possible, then at most one range. */
function fieldBounds(index: IndexInfo, predicates: Predicate[]): (readonly Interval[])[] {
  const out: (readonly Interval[])[] = []
  let count = 1
  for (const [i, field] of index.fields.entries()) {
    if (index.multikey && sharesArray(index, i)) break
    const own = predicates.filter((predicate) => predicate.path === field.path)
    const intervals = boundsOf(own, index.directions[i] as number, index.multikey)
    if (!intervals) break
    count *= intervals.length
    if (count > RANGE_LIMIT) break
    out.push(intervals)
    if (!intervals.every((interval) => interval.point)) break
  }
  return out
}

/** In a multikey index, different elements may satisfy two paths below one array, so only the first is bounded. */
const sharesArray = (index: IndexInfo, at: number): boolean =>
  index.fields.slice(0, at).some((field) => field.parts[0] === index.fields[at]?.parts[0])

function rangesOf(bounds: readonly (readonly Interval[])[], whole: boolean): KeyRange[] {
  let prefixes: Buffer[] = [Buffer.alloc(0)]
  for (const [i, intervals] of bounds.entries()) {
    if (i === bounds.length - 1)
      return prefixes.flatMap((prefix) => intervals.map((interval) => ranged(prefix, interval, whole)))
    prefixes = prefixes.flatMap((prefix) => intervals.map((interval) => Buffer.concat([prefix, interval.lower])))
  }
  return FULL.map((interval) => ranged(Buffer.alloc(0), interval, false))
}

const ranged = (prefix: Buffer, interval: Interval, exact: boolean): KeyRange => ({
  lower: Buffer.concat([prefix, interval.lower]),
  upper: Buffer.concat([prefix, interval.upper]),
  exact,
})

/**
 * Returns whether scanning the index forwards or backwards yields the sort order; fields bound to one value may be
 * skipped.
 */
function sortGiven(
  index: IndexInfo,
  bounds: readonly (readonly Interval[])[],
  sort: readonly SortField[],
): 'forward' | 'reverse' | undefined {
  if (sort.length === 0) return undefined
  const fixed = (i: number) => bounds[i]?.length === 1 && bounds[i]?.[0]?.point === true
  const severalRanges = bounds.some((intervals) => intervals.length > 1)
  if (severalRanges) return undefined
  let at = 0
  let turn = 0
  for (const key of sort) {
    const pinned = index.fields.findIndex((field, i) => field.path === key.path && fixed(i))
    if (pinned >= 0) continue
    while (fixed(at) && index.fields[at]?.path !== key.path) at++
    if (index.fields[at]?.path !== key.path) return undefined
    const way = (index.directions[at] as number) * key.direction
    if (turn !== 0 && way !== turn) return undefined
    turn = way
    at++
  }
  return turn === -1 ? 'reverse' : 'forward'
}
