import { EJSON } from 'bson'
import { MongoBulkWriteError, MongoServerError, type Collection, type Document } from 'mongodb'

/** One operation on a collection with known documents. */
export interface Case {
  docs: Document[]
  indexes?: { key: Document; options?: Document }[]
  find?: { filter: Document; options?: Document }
  update?: { filter: Document; update: Document | Document[]; options?: Document; many?: boolean }
  replace?: { filter: Document; replacement: Document; options?: Document }
  aggregate?: Document[]
  distinct?: { key: string; filter: Document }
  other?: { name: string; docs: Document[] }
}

const RAW = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const

/** Runs a case and returns its result as canonical EJSON with types, or the code of the error. */
export async function runCase(collection: Collection, item: Case): Promise<string> {
  await collection.deleteMany({})
  try {
    await prepare(collection, item)
    return EJSON.stringify(await outcome(collection, item), { relaxed: false })
  } catch (error) {
    if (error instanceof MongoBulkWriteError || error instanceof MongoServerError) return `error ${String(error.code)}`
    throw error
  }
}

/**
 * Collections on which a case created indexes. The indexes are dropped before the next case, because they may affect
 * its results.
 */
const indexed = new WeakSet<Collection>()

async function prepare(collection: Collection, item: Case): Promise<void> {
  if (indexed.has(collection)) await collection.dropIndexes()
  indexed.delete(collection)
  if (item.indexes !== undefined) {
    indexed.add(collection)
    await collection.createIndexes(item.indexes.map(({ key, options }) => ({ key, ...options })))
  }
  const fresh = (docs: Document[]) => docs.map((document) => ({ ...document }))
  if (item.docs.length > 0) await collection.insertMany(fresh(item.docs))
  if (!item.other) return
  const other = collection.db.collection(item.other.name)
  await other.deleteMany({})
  await other.insertMany(fresh(item.other.docs))
}

async function outcome(collection: Collection, item: Case): Promise<unknown> {
  if (item.find) return collection.find(item.find.filter, { ...RAW, ...item.find.options }).toArray()
  if (item.aggregate) return collection.aggregate(item.aggregate, RAW).toArray()
  if (item.distinct) return collection.distinct(item.distinct.key, item.distinct.filter, RAW)
  const reply = item.update
    ? await updated(collection, item.update)
    : item.replace
      ? await replaced(collection, item.replace)
      : {}
  return { reply, after: await collection.find({}, { ...RAW, sort: { _id: 1 } }).toArray() }
}

async function updated(collection: Collection, { filter, update, options, many }: NonNullable<Case['update']>) {
  const result = many
    ? await collection.updateMany(filter, update, options)
    : await collection.updateOne(filter, update, options)
  const { matchedCount, modifiedCount, upsertedCount } = result
  return { matchedCount, modifiedCount, upsertedCount }
}

async function replaced(collection: Collection, { filter, replacement, options }: NonNullable<Case['replace']>) {
  const result = (await collection.replaceOne(filter, replacement, options)) as {
    matchedCount: number
    modifiedCount: number
  }
  return { matched: result.matchedCount, modified: result.modifiedCount }
}
