import { equal } from '../bson/compare.js'
import { doc, int, isDoc, isNumber, toNumber, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { compileFilter } from '../query/matcher.js'
import type { CollectionInfo, IndexInfo } from '../storage/catalog.js'

const OPTIONS = [
  'v',
  'key',
  'name',
  'ns',
  'unique',
  'sparse',
  'background',
  'expireAfterSeconds',
  'partialFilterExpression',
  'collation',
  'hidden',
  'clustered',
  'storageEngine',
]
const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type'])
const OTHER_KINDS = new Set(['text', '2d', '2dsphere', 'hashed', 'geoHaystack'])

/**
 * Validates an index specification and returns its stored form.
 * @throws DocstoreError 67 for an invalid one, 197 for an unknown option, 115 for a kind that is not supported.
 */
export function normalizeSpec(spec: Doc): Doc {
  const key = spec.get('key')
  if (!isDoc(key) || key.size === 0) fail(Code.CannotCreateIndex, 'Index keys cannot be empty.')
  for (const [path, direction] of key) checkKey(path, direction)
  const unknown = [...spec.keys()].find((option) => !OPTIONS.includes(option))
  if (unknown) fail(197, `The field '${unknown}' is not valid for an index specification`)
  for (const option of ['hidden', 'clustered', 'storageEngine'])
    if (truthy(spec.get(option))) refuse(`the index option ${option}`)
  const collation = spec.get('collation')
  if (isDoc(collation) && collation.get('locale') !== 'simple') refuse('an index collation')
  if (typeof spec.get('name') !== 'string')
    fail(Code.FailedToParse, "The 'name' field is a required property of an index specification")
  checkExpiry(key, spec.get('expireAfterSeconds'))
  checkPartial(spec)
  const kept = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'].filter((option) =>
    keeps(option, spec.get(option)),
  )
  return new Map<string, Value>([
    ...doc({ v: int(2), key, name: spec.get('name') }),
    ...kept.map((option): [string, Value] => [option, spec.get(option)]),
  ])
}

const keeps = (option: string, value: Value): boolean =>
  option === 'unique' || option === 'sparse' ? truthy(value) : value !== undefined && value !== null

function checkKey(path: string, direction: Value): void {
  if (typeof direction === 'string') {
    if (OTHER_KINDS.has(direction)) refuse(`a ${direction} index`)
    fail(Code.CannotCreateIndex, `Unknown index plugin '${direction}'`)
  }
  if (!isNumber(direction) || toNumber(direction) === 0 || Number.isNaN(toNumber(direction)))
    fail(Code.CannotCreateIndex, 'Values in the index key pattern must be numbers other than 0')
  if (path === '' || path.split('.').includes(''))
    fail(Code.CannotCreateIndex, 'Index keys cannot contain an empty field.')
  if (path.includes('$**')) refuse('a wildcard index')
  if (path.startsWith('$'))
    fail(Code.CannotCreateIndex, `Index key contains an illegal field name: field name starts with '$'.`)
}

function checkExpiry(key: Doc, seconds: Value): void {
  if (seconds === undefined || seconds === null) return
  const number = isNumber(seconds) ? toNumber(seconds) : undefined
  if (number === undefined || number < 0 || number > 2147483647)
    fail(Code.CannotCreateIndex, 'TTL index expireAfterSeconds must be a number from 0 to 2147483647')
  if (key.size > 1 || key.has('_id'))
    fail(Code.CannotCreateIndex, 'TTL indexes are single-field indexes, compound indexes do not support TTL')
}

function checkPartial(spec: Doc): void {
  const filter = spec.get('partialFilterExpression')
  if (filter === undefined) return
  if (!isDoc(filter)) fail(Code.CannotCreateIndex, 'partialFilterExpression must be an object')
  if (truthy(spec.get('sparse')))
    fail(Code.CannotCreateIndex, 'cannot mix "partialFilterExpression" and "sparse" options')
  compileFilter(filter)
  checkPartialFilter(filter)
}

function checkPartialFilter(filter: Doc): void {
  for (const [path, condition] of filter) {
    if (path === '$and' && Array.isArray(condition)) condition.filter(isDoc).forEach(checkPartialFilter)
    else if (path.startsWith('$')) fail(Code.CannotCreateIndex, `Expression not supported in partial index: ${path}`)
    else if (isDoc(condition)) checkPartialCondition(condition)
  }
}

function checkPartialCondition(condition: Doc): void {
  for (const [operator, value] of condition) {
    if (!operator.startsWith('$')) return
    const missing = operator === '$exists' && !truthy(value)
    if (!PARTIAL_OPERATORS.has(operator) || missing)
      fail(Code.CannotCreateIndex, `Expression not supported in partial index: ${operator}`)
  }
}

/**
 * Returns whether the collection has this index already.
 * @throws DocstoreError 85 when the same key exists with a different name or options, 86 when another index has the name.
 */
export function existingIndex(info: CollectionInfo, spec: Doc): IndexInfo | undefined {
  const byName = info.indexes.find((index) => index.name === spec.get('name'))
  const byKey = info.indexes.find((index) => sameKey(index.spec.get('key'), spec.get('key')))
  if (byKey && isIdKey(spec.get('key'))) return byKey
  if (byName && !sameKey(byName.spec.get('key'), spec.get('key'))) {
    fail(Code.IndexKeySpecsConflict, `An existing index has the same name as the requested index: ${byName.name}`)
  }
  if (byName && sameOptions(byName.spec, spec)) return byName
  if (byName) {
    const samePart = equal(byName.spec.get('partialFilterExpression'), spec.get('partialFilterExpression'))
    const code = samePart ? Code.IndexOptionsConflict : Code.IndexKeySpecsConflict
    fail(code, `An index with the name ${byName.name} already exists with other options`)
  }
  if (!byKey || !equal(byKey.spec.get('partialFilterExpression'), spec.get('partialFilterExpression'))) return undefined
  if (sameOptions(byKey.spec, spec))
    fail(Code.IndexOptionsConflict, `Index already exists with a different name: ${byKey.name}`)
  return fail(
    Code.IndexOptionsConflict,
    `An equivalent index already exists with the same key but different options: ${byKey.name}`,
  )
}

const isIdKey = (key: Value): boolean => isDoc(key) && key.size === 1 && equal(key.get('_id'), int(1))

const sameKey = (left: Value, right: Value): boolean => equal(left, right)

const sameOptions = (left: Doc, right: Doc): boolean =>
  ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'].every((option) =>
    equal(left.get(option), right.get(option)),
  )
