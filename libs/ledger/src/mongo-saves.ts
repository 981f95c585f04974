import type { AnyBulkWriteOperation, ClientSession, Collection, Db, Document } from 'mongodb'
import type { Batch } from './decide.js'
import { type DocumentWrite, foldSaves, hasRepeats, uniqueFieldsOf } from './fold.js'
import type { Written } from './store.js'
import type { Refusal } from './types.js'

export type Row = Document & { _id: string }

interface Group {
  collection: Collection<Row>
  writes: DocumentWrite[]
  /** Fields of unique indexes by which saves were kept separate. */
  uniqueFields: ReadonlySet<string>
}

/** Writes the documents of a batch at their versions, with as few writes as give the same result as its saves. */
export class MongoSaves {
  private readonly uniqueFields = new Map<string, Promise<Set<string>>>()

  constructor(private readonly db: Db) {}

  /** Returns undefined on success, otherwise why the batch must be abandoned. */
  async write(session: ClientSession, batch: Batch): Promise<Written | undefined> {
    const groups = await this.groupsOf(batch)
    for (const group of groups) {
      const { collection, writes } = group
      try {
        const written = await collection.bulkWrite(writes.map(operationOf), { session })
        if (written.matchedCount + written.insertedCount !== writes.length) return await staleOf(groups)
      } catch (error) {
        const refused = duplicateOf(error, collection.collectionName, writes)
        if (!refused) throw error
        if (refused.isByIndex && (await this.hasNewIndex(group))) return { result: 'lost' }
        return (await staleBefore(groups, refused.change)) ?? refused.written
      }
    }
    return undefined
  }

  private async groupsOf(batch: Batch): Promise<Group[]> {
    const groups: Group[] = []
    for (const [name, saves] of byCollection(batch)) {
      const uniqueFields = hasRepeats(saves) ? await this.uniqueFieldsOf(name) : NONE
      groups.push({ collection: this.db.collection<Row>(name), writes: foldSaves(saves, uniqueFields), uniqueFields })
    }
    return groups
  }

  /** Returns whether a new release has created a unique index by which folded saves should have been kept separate. */
  private async hasNewIndex({ collection, writes, uniqueFields }: Group): Promise<boolean> {
    if (writes.every(({ steps }) => steps === 1)) return false
    this.uniqueFields.delete(collection.collectionName)
    return (await this.uniqueFieldsOf(collection.collectionName)).size > uniqueFields.size
  }

  /** Cached, because indexes change only with a release. A collection that does not exist yet has none. */
  private uniqueFieldsOf(name: string): Promise<ReadonlySet<string>> {
    const known = this.uniqueFields.get(name) ?? this.db.collection(name).indexes().then(uniqueFieldsOf)
    this.uniqueFields.set(name, known)
    return known.catch((error: unknown) => {
      this.uniqueFields.delete(name)
      if ((error as DriverError).code === NO_COLLECTION) return NONE
      throw error
    })
  }
}

const NONE: ReadonlySet<string> = new Set()

function byCollection(batch: Batch): Map<string, Batch['saves']> {
  const groups = new Map<string, Batch['saves']>()
  for (const entry of batch.saves) {
    const group = groups.get(entry.save.collection)
    if (group) group.push(entry)
    else groups.set(entry.save.collection, [entry])
  }
  return groups
}

function operationOf({ id, version, steps, set, unset }: DocumentWrite): AnyBulkWriteOperation<Row> {
  if (version === 0) return { insertOne: { document: { _id: id, ...set, version: steps } } }
  const update: Document = { $set: { ...set, version: version + steps } }
  if (unset.size > 0) update['$unset'] = Object.fromEntries([...unset].map((field) => [field, '']))
  return { updateOne: { filter: { _id: id, version }, update } }
}

/**
 * Returns the changes whose version differs from the stored one, or `lost` if none does because the documents have
 * changed back. Only the first write of a document counts: later ones depend on it and are decided again.
 */
async function staleOf(groups: readonly Group[]): Promise<Written> {
  const found = await Promise.all(groups.map(staleIn))
  const refusals = found.flat()
  return refusals.length === 0 ? { result: 'lost' } : { result: 'refused', changes: new Map(refusals) }
}

/** Returns stale changes before `change`, which may have been rejected for a unique value that only they would take. */
async function staleBefore(groups: readonly Group[], change: number): Promise<Written | undefined> {
  const stale = await staleOf(groups)
  const changes = stale.result === 'refused' ? [...stale.changes].filter(([index]) => index < change) : []
  return changes.length === 0 ? undefined : { result: 'refused', changes: new Map(changes) }
}

async function staleIn({ collection, writes }: Group): Promise<Array<[number, Refusal]>> {
  const first = new Map(writes.toReversed().map((write) => [write.id, write]))
  const read = { readConcern: { level: 'majority' }, projection: { version: 1 } } as const
  const rows = await collection.find({ _id: { $in: [...first.keys()] } }, read).toArray()
  const versions = new Map(rows.map((row) => [row._id, row['version'] as number]))
  return [...first.values()]
    .filter(({ id, version }) => (versions.get(id) ?? 0) !== version)
    .map(({ id, change }) => [change, { reason: 'STALE', collection: collection.collectionName, id }])
}

export const DUPLICATE_KEY = 11000
const NO_COLLECTION = 26

interface DriverError {
  code?: number
  message?: string
  writeErrors?: Array<{ index: number; errmsg?: string }>
}

/** Returns the rejection for a duplicate key: DUPLICATE for a unique index, STALE for an insert whose `_id` exists. */
function duplicateOf(
  error: unknown,
  collection: string,
  writes: readonly DocumentWrite[],
): { change: number; isByIndex: boolean; written: Written } | undefined {
  const failed = error as DriverError
  const first = failed.writeErrors?.[0]
  const write = failed.code === DUPLICATE_KEY ? writes[first?.index ?? 0] : undefined
  if (!write) return undefined
  const { id } = write
  // The driver keeps only the server's message: "… index: <name> dup key: …".
  const index = /index: (\S+)/.exec(first?.errmsg ?? failed.message ?? '')?.[1] ?? ''
  const isTaken = index === '_id_'
  const change = isTaken ? write.change : write.uniqueChange
  const refusal: Refusal = isTaken
    ? { reason: 'STALE', collection, id }
    : { reason: 'DUPLICATE', collection, id, index }
  return { change, isByIndex: !isTaken, written: { result: 'refused', changes: new Map([[change, refusal]]) } }
}
