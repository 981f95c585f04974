import { select } from '../query/select.js'
import type { Value } from '../bson/values.js'
import { mapSteps, type Steps } from '../steps.js'
import type { CollectionInfo, IndexInfo } from '../storage/catalog.js'
import type { Store } from '../storage/store.js'

const BATCH = 1000

/** Deletes the documents whose date in a TTL index is older than the index allows (wall time). */
export async function removeExpired(store: Store, nowMs: number): Promise<number> {
  let total = 0
  for (const { namespace, indexes } of [...store.catalog.values()]) {
    for (const index of indexes)
      if (index.expireAfterSeconds !== undefined) total += await expire(store, namespace, index, nowMs)
  }
  return total
}

async function expire(store: Store, namespace: string, index: IndexInfo, nowMs: number): Promise<number> {
  const before = new Date(nowMs - (index.expireAfterSeconds as number) * 1000)
  for (let total = 0; ;) {
    const removed = await store.write(() => removeSome(store, store.catalog.get(namespace), index, before))
    total += removed
    if (removed < BATCH) return total
  }
}

function* removeSome(store: Store, info: CollectionInfo | undefined, index: IndexInfo, before: Date): Steps<number> {
  if (!info?.indexes.some((own) => own.id === index.id)) return 0
  const path = (index.fields[0] as { path: string }).path
  const expired = new Map<string, Value>([[path, new Map<string, Value>([['$lte', before]])]])
  const filter = index.partialFilter ? new Map<string, Value>([['$and', [expired, index.partialFilter]]]) : expired
  const rows = yield* select(store, info, { filter, limit: BATCH })
  yield* mapSteps(rows, (row) => store.remove(info, row))
  return rows.length
}
