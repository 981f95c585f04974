import type { Model, QueryFilter, Schema } from 'mongoose'
import { rowsAfter } from '@hissa/persistence'
import type { Due, RejectedWork } from './due.js'

export interface DueRow {
  _id: string
  due?: Due
  rejected?: RejectedWork
}

/** The two clocks: business time decides which work is eligible, wall time which work is in backoff. */
export interface Clocks {
  at: Date
  wall: Date
}

const existing = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } })

/** Declares the indexes that serve `dueRows`, `nextDueAt` and the list of rejected work. */
export function indexDueWork<T>(schema: Schema<T>): void {
  const keys = { 'due.kind': 1, 'due.nextTryAt': 1, 'due.dueAt': 1 } as const
  schema.index(keys, { name: 'due_nextTryAt', ...existing('due.kind') })
  schema.index({ 'due.kind': 1, 'due.dueAt': 1 }, { name: 'due_dueAt', ...existing('due.kind') })
  schema.index({ 'rejected.at': -1, _id: -1 }, { name: 'rejected_newest', ...existing('rejected.at') })
}

/**
 * Reads at most `limit` rows whose work may be attempted now. Backoff is part of the index range, so rows that keep
 * failing don't use up the limit. Rows that have never failed come first.
 */
export function dueRows<T extends DueRow>(model: Model<T>, kind: string, { at, wall }: Clocks, limit: number) {
  return model
    .find({ 'due.kind': kind, 'due.nextTryAt': { $lte: wall }, 'due.dueAt': { $lte: at } } as QueryFilter<T>)
    .sort({ 'due.nextTryAt': 1, 'due.dueAt': 1 })
    .limit(limit)
    .lean<T[]>()
}

/** Returns the business time at which work is next due; work in backoff is ignored. */
export async function nextDueAt<T extends DueRow>(model: Model<T>, kind: string, clocks: Clocks): Promise<Date | null> {
  const [ready] = await dueRows(model, kind, clocks, 1)
  if (ready?.due) return ready.due.dueAt
  const [next] = await model
    .find({ 'due.kind': kind, 'due.dueAt': { $gt: clocks.at } } as QueryFilter<T>)
    .sort({ 'due.dueAt': 1 })
    .limit(1)
    .lean<T[]>()
  return next?.due?.dueAt ?? null
}

/** Reads rejected work, newest first, starting after `after`. */
export function rejectedRows<T extends DueRow>(
  model: Model<T>,
  limit: number,
  after?: readonly [at: Date, id: string],
) {
  return model
    .find({ 'rejected.at': { $gt: new Date(0) }, ...rowsAfter('rejected.at', -1, after) } as QueryFilter<T>)
    .sort({ 'rejected.at': -1, _id: -1 })
    .limit(limit)
    .lean<T[]>()
}
