import type { Batch } from './decide.js'
import type { Refusal, Save } from './types.js'

export type StoredDocument = Record<string, unknown> & { _id: string; version: number }

/** Documents and unique values in the store before the batch. */
export interface Stored {
  document: (collection: string, id: string) => StoredDocument | undefined
  owner: (uniqueKey: string) => string | undefined
  uniqueKeys: (
    collection: string,
    document: StoredDocument | undefined,
  ) => Array<{ name: string; fields: readonly string[] }>
}

/** Applies the saves of a batch one by one in memory. A rejected change has no effect on those after it. */
export class Rehearsal {
  readonly refusals = new Map<number, Refusal>()
  private readonly documents = new Map<string, StoredDocument | undefined>()
  private readonly owners = new Map<string, string | undefined>()

  constructor(
    private readonly stored: Stored,
    saves: Batch['saves'],
  ) {
    const changes = new Map<number, Save[]>()
    for (const { save, change } of saves) changes.set(change, [...(changes.get(change) ?? []), save])
    for (const [change, own] of changes) this.take(change, own)
  }

  private take(change: number, saves: readonly Save[]): void {
    const before = { documents: new Map(this.documents), owners: new Map(this.owners) }
    const refusal = firstOf(saves, (save) => this.apply(save))
    if (!refusal) return
    this.refusals.set(change, refusal)
    restore(this.documents, before.documents)
    restore(this.owners, before.owners)
  }

  private apply(save: Save): Refusal | undefined {
    const { collection, id } = save
    const name = `${collection}/${id}`
    const before = this.documents.has(name) ? this.documents.get(name) : this.stored.document(collection, id)
    if ((before?.version ?? 0) !== save.version) return { reason: 'STALE', collection, id }
    const after = merge(before, save)
    for (const key of this.stored.uniqueKeys(collection, before)) this.owners.set(key.name, undefined)
    for (const key of this.stored.uniqueKeys(collection, after)) {
      const owner = this.owners.has(key.name) ? this.owners.get(key.name) : this.stored.owner(key.name)
      if (owner !== undefined && owner !== id)
        return { reason: 'DUPLICATE', collection, id, index: key.fields.join('_') }
      this.owners.set(key.name, id)
    }
    this.documents.set(name, after)
    return undefined
  }
}

/** Returns the document after a save. */
export function merge(before: StoredDocument | undefined, { id, version, set, unset = [] }: Save): StoredDocument {
  const after: StoredDocument = { ...before, ...set, _id: id, version: version + 1 }
  for (const field of unset) delete after[field]
  return after
}

function firstOf<T, R>(items: readonly T[], pick: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = pick(item)
    if (found !== undefined) return found
  }
  return undefined
}

function restore<K, V>(map: Map<K, V>, to: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of to) map.set(key, value)
}
