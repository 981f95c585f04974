import { Binary } from 'bson'
import { encode } from '../bson/encode.js'
import { equal } from '../bson/compare.js'
import { doc, int, isDoc, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { existingIndex, normalizeSpec } from '../index/spec.js'
import { compileFilter } from '../query/matcher.js'
import type { Catalog, CollectionInfo } from '../storage/catalog.js'
import { docOption, docsOption, namespaceOf, refuseCollation, type Command, type Context } from './command.js'

const CREATE_REFUSED = [
  'capped',
  'size',
  'max',
  'viewOn',
  'pipeline',
  'timeseries',
  'clusteredIndex',
  'expireAfterSeconds',
  'validator',
  'encryptedFields',
  'changeStreamPreAndPostImages',
  'storageEngine',
  'indexOptionDefaults',
]

export const create: Command = {
  options: ['collation', 'autoIndexId', 'idIndex', 'flags', 'validationLevel', 'validationAction', ...CREATE_REFUSED],
  inTransaction: true,
  run(command, context) {
    const namespace = namespaceOf(command, 'create', context.database)
    for (const option of CREATE_REFUSED) if (truthy(command.get(option))) refuse(`the option ${option} of create`)
    refuseCollation(command)
    return context.write((unit) => {
      if (unit.catalog.has(namespace)) fail(Code.NamespaceExists, `Collection ${namespace} already exists.`)
      unit.ensureCollection(namespace)
      return new Map()
    })
  },
}

export const drop: Command = {
  options: [],
  run(command, context) {
    const namespace = namespaceOf(command, 'drop', context.database)
    return context.write(() => {
      const info = existing(context, namespace, 'ns not found')
      context.store.dropCollection(info)
      return doc({ nIndexesWas: int(info.indexes.length), ns: namespace })
    })
  },
}

function existing(context: Context, namespace: string, message = `ns does not exist: ${namespace}`): CollectionInfo {
  return context.store.catalog.get(namespace) ?? fail(Code.NamespaceNotFound, message)
}

export const dropDatabase: Command = {
  options: [],
  run(_, context) {
    return context.write(() => {
      const own = collectionsOf(context.store.catalog, context.database)
      for (const info of own) context.store.dropCollection(info)
      return own.length > 0 ? doc({ dropped: context.database }) : new Map()
    })
  },
}

const collectionsOf = (catalog: Catalog, database: string): CollectionInfo[] =>
  [...catalog.values()].filter((info) => info.database === database)

export const createIndexes: Command = {
  options: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  inTransaction: true,
  run(command, context) {
    const namespace = namespaceOf(command, 'createIndexes', context.database)
    const specs = docsOption(command, 'indexes').map(normalizeSpec)
    if (specs.length === 0) fail(Code.BadValue, 'Must specify at least one index to create')
    return context.write(function* (unit) {
      const created = !unit.catalog.has(namespace)
      const info = unit.ensureCollection(namespace)
      const fresh = specs.filter((spec) => !existingIndex(info, spec))
      if (fresh.length > 0) yield* unit.createIndexes(info, fresh)
      const before = int(info.indexes.length)
      const reply = doc({
        numIndexesBefore: before,
        numIndexesAfter: int(info.indexes.length + fresh.length),
        createdCollectionAutomatically: created,
      })
      return fresh.length === 0 ? reply.set('note', 'all indexes already exist') : reply
    })
  },
}

export const dropIndexes: Command = {
  options: ['index'],
  run(command, context) {
    const namespace = namespaceOf(
      command,
      command.has('dropIndexes') ? 'dropIndexes' : 'deleteIndexes',
      context.database,
    )
    return context.write(() => {
      const info = existing(context, namespace, `ns not found ${namespace}`)
      const chosen = chosenIndexes(info, command.get('index'))
      context.store.dropIndexes(info, chosen)
      return doc({ nIndexesWas: int(info.indexes.length) })
    })
  },
}

function chosenIndexes(info: CollectionInfo, wanted: Value): CollectionInfo['indexes'] {
  if (wanted === '*') return info.indexes.filter((index) => index.name !== '_id_')
  const list = Array.isArray(wanted) ? wanted : [wanted]
  return list.map((item) => {
    const found = info.indexes.find((index) =>
      typeof item === 'string' ? index.name === item : equal(index.spec.get('key'), item),
    )
    if (!found)
      fail(Code.IndexNotFound, `index not found with name [${typeof item === 'string' ? item : 'key pattern'}]`)
    return found.name === '_id_' ? fail(Code.InvalidOptions, 'cannot drop _id index') : found
  })
}

export const listIndexes: Command = {
  options: ['cursor', 'includeBuildUUIDs', 'includeIndexBuildInfo'],
  run(command, context) {
    const namespace = namespaceOf(command, 'listIndexes', context.database)
    const info =
      context.reader.catalog.get(namespace) ?? fail(Code.NamespaceNotFound, `ns does not exist: ${namespace}`)
    return context.cursors.first(
      namespace,
      info.indexes.map((index) => encode(index.spec)),
      Infinity,
    )
  },
}

export const listCollections: Command = {
  options: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run(command, context) {
    const matches = compileFilter(docOption(command, 'filter'))
    const nameOnly = truthy(command.get('nameOnly'))
    const found = collectionsOf(context.reader.catalog, context.database).map(describe).filter(matches)
    const documents = found.map((item) => encode(nameOnly ? doc({ name: item.get('name'), type: 'collection' }) : item))
    return context.cursors.first(`${context.database}.$cmd.listCollections`, documents, Infinity)
  },
}

const describe = (info: CollectionInfo): Doc =>
  doc({
    name: info.name,
    type: 'collection',
    options: new Map(),
    info: doc({ readOnly: false, uuid: new Binary(info.uuid, 4) }),
    idIndex: info.indexes[0]?.spec,
  })

export const listDatabases: Command = {
  options: ['filter', 'nameOnly', 'authorizedDatabases'],
  run(command, context) {
    const matches = compileFilter(docOption(command, 'filter'))
    const names = [...new Set([...context.reader.catalog.values()].map((info) => info.database))].sort()
    const nameOnly = truthy(command.get('nameOnly'))
    const databases = names
      .map((name) => (nameOnly ? doc({ name }) : doc({ name, sizeOnDisk: 1, empty: false })))
      .filter(matches)
    return nameOnly ? doc({ databases }) : doc({ databases, totalSize: databases.length, totalSizeMb: 0n })
  },
}

/** Only the expiry of a TTL index can be changed. */
export const collMod: Command = {
  options: ['index', 'validator', 'validationLevel', 'validationAction'],
  run(command, context) {
    const namespace = namespaceOf(command, 'collMod', context.database)
    if (isDoc(command.get('validator')) && (command.get('validator') as Doc).size > 0)
      refuse('the option validator of collMod')
    const change = docOption(command, 'index')
    return context.write(function* () {
      const info = existing(context, namespace)
      if (change.size === 0) return new Map()
      const [index] = chosenIndexes(info, change.get('name') ?? change.get('keyPattern'))
      if (!index || !change.has('expireAfterSeconds')) fail(Code.InvalidOptions, 'no expireAfterSeconds field')
      const spec = normalizeSpec(new Map([...index.spec, ['expireAfterSeconds', change.get('expireAfterSeconds')]]))
      context.store.dropIndexes(info, [index])
      yield* context.store.createIndexes(existing(context, namespace), [spec])
      return doc({
        expireAfterSeconds_old: index.spec.get('expireAfterSeconds') ?? null,
        expireAfterSeconds_new: change.get('expireAfterSeconds'),
      })
    })
  },
}
