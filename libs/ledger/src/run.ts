import type { Save } from './types.js'

/** Schedule of retries of a failed item, in the format of due work in services. `nextTryAt` is wall time. */
export interface ItemDue {
  kind: string
  dueAt: Date
  nextTryAt: Date
  tries: number
  /** Number of `tries` that failed for a reason other than an outage. */
  refusals: number
}

export interface ItemRejected {
  kind: string
  /** The ledger's refusal (`LIMIT` …), or the code or name of the error that `decide` threw. */
  code: string
  tries: number
  at: Date
}

/** A long run of changes and its progress. */
export interface Run {
  _id: string
  /** Kind of work; its failed items have the same. */
  kind: string
  version: number
  /** `posting`: first attempts. `retrying`: only failed items are left. */
  state: 'posting' | 'retrying' | 'completed'
  /** The last item of the last chunk; '' before the first. */
  after: string
  /** Expected number of items, if the caller gave one. */
  total: number | null
  done: number
  /** Number of failed items that await a retry. */
  failed: number
  /** Number of items that are no longer retried. */
  rejected: number
  startedAt: Date
  /** When the last chunk was finished. */
  movedAt: Date
}

/** An item that failed, with its reason. */
export interface RunFailure {
  _id: string
  run: string
  item: string
  version: number
  state: 'failed' | 'rejected' | 'resolved'
  /** Code of the last failure; absent for an outage. */
  code?: string
  detail: string
  due?: ItemDue
  rejected?: ItemRejected
}

/** Reason why an attempt failed. Without a code it was an outage. */
export interface ItemFailure {
  code?: string
  detail: string
}

/** Decides whether a failed item is retried or rejected. Pure. */
export type AfterFailure = (
  due: ItemDue,
  failure: { code?: string },
  clocks: { at: Date; wall: Date },
) => { due: ItemDue } | { rejected: ItemRejected }

/** The outcome of one item of a chunk. */
export interface ItemResult {
  item: string
  /** The row of an earlier failure. */
  before?: RunFailure
  failure?: ItemFailure | undefined
}

export const RUNS = 'ledger_runs'
export const RUN_FAILURES = 'ledger_run_failures'

/** Returns the id of a failed item's row. */
export const failureId = (run: string, item: string) => `${run}/${item}`

/** Counts a chunk and returns the run after it, with the saves that record it. Pure. */
export function recordChunk(
  run: Run,
  results: readonly ItemResult[],
  moves: Partial<Pick<Run, 'after' | 'state'>>,
  policy: { afterFailure: AfterFailure; at: Date; wall: Date },
): { next: Run; saves: Save[] } {
  const next = { ...run, ...moves, movedAt: policy.at, version: run.version + 1 }
  const saves: Save[] = []
  for (const result of results) {
    const { before, failure } = result
    if (before) next.failed -= 1
    if (!failure) next.done += 1
    if (!failure && !before) continue
    const row = failure ? failed(run, result, failure, policy) : undefined
    if (row) next[row.set.state] += 1
    const { set, unset } = row ?? RESOLVED
    saves.push({
      collection: RUN_FAILURES,
      id: failureId(run._id, result.item),
      version: before?.version ?? 0,
      set,
      unset,
    })
  }
  if (next.state === 'retrying' && next.failed === 0) next.state = 'completed'
  const { _id, version, ...set } = next
  return { next, saves: [{ collection: RUNS, id: _id, version: version - 1, set }, ...saves] }
}

const RESOLVED = { set: { state: 'resolved' }, unset: ['due', 'rejected'] }

function failed(
  run: Run,
  { item, before }: ItemResult,
  { code, detail }: ItemFailure,
  { afterFailure, at, wall }: { afterFailure: AfterFailure; at: Date; wall: Date },
) {
  const due = before?.due ?? newDue(run.kind, at)
  const becomes = afterFailure(due, code === undefined ? {} : { code }, { at, wall })
  const state = 'due' in becomes ? ('failed' as const) : ('rejected' as const)
  const reason = { detail, ...(code === undefined ? {} : { code }) }
  const unset = ['due' in becomes ? 'rejected' : 'due', ...(code === undefined ? ['code'] : [])]
  return { set: { run: run._id, item, state, ...reason, ...becomes }, unset }
}

/** Returns a schedule that is due at once, for first attempts and reopened items. */
export function newDue(kind: string, at: Date): ItemDue {
  return { kind, dueAt: at, nextTryAt: new Date(0), tries: 0, refusals: 0 }
}
