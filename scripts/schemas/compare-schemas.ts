export type Schema = Record<string, unknown>
/** Resolves a `$ref`. */
export type Resolve = (schema: Schema) => Schema

export interface Comparison {
  /** `input`: written by clients, read here. `output`: written here, read by clients. */
  direction: 'input' | 'output'
  /** Whether readers accept unknown values of enumerations. */
  openEnums?: boolean
  before?: Resolve
  after?: Resolve
}

interface Walk extends Comparison {
  /** Resolve references of the narrower and of the wider schema. */
  narrow: Resolve
  wide: Resolve
}

const asIs: Resolve = (schema) => schema

/**
 * Returns a sentence for each change that breaks a reader or writer: a removed field, a value that is no longer
 * accepted, or a value that readers do not expect. It reports every change that it does not understand.
 */
export function compareSchemas(before: Schema, after: Schema, comparison: Comparison): string[] {
  const { direction, before: resolveBefore = asIs, after: resolveAfter = asIs } = comparison
  const isInput = direction === 'input'
  const walk: Walk = {
    ...comparison,
    narrow: isInput ? resolveBefore : resolveAfter,
    wide: isInput ? resolveAfter : resolveBefore,
  }
  const [narrow, wide] = isInput ? [before, after] : [after, before]
  const lost = lostMembers(before, after, '', { ...comparison, before: resolveBefore, after: resolveAfter })
  return [...new Set([...lost, ...subset(narrow, wide, '', walk)])]
}

/** Returns schemas without unions whose union is this schema; enumerations become their values. */
export function alternatives(schema: Schema, resolve: Resolve): Schema[] {
  const one = merged(resolve(schema), resolve)
  const union = (one['anyOf'] ?? one['oneOf']) as Schema[] | undefined
  if (union) return union.flatMap((part) => alternatives(part, resolve))
  if (Array.isArray(one['enum'])) return one['enum'].map((value: unknown) => ({ const: value }))
  if (Array.isArray(one['type'])) return one['type'].map((type: unknown) => ({ ...one, type }))
  return [one]
}

/** Joins the parts of `allOf`, which are objects. */
function merged(schema: Schema, resolve: Resolve): Schema {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = [rest, ...(allOf as Schema[]).map((part) => merged(resolve(part), resolve))]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(propertiesOf)) as Schema,
    required: [...new Set(parts.flatMap(requiredOf))],
  }
}

const propertiesOf = (schema: Schema) => (schema['properties'] ?? {}) as Record<string, Schema>
const requiredOf = (schema: Schema) => (schema['required'] ?? []) as string[]
const text = (value: unknown) => JSON.stringify(value)
const place = (at: string) => at || 'the root'
const isAny = (schema: Schema) =>
  Object.keys(schema).every((key) => ['title', 'description', 'example', '$schema', 'default'].includes(key))

/** Returns sentences for what `narrow` allows and `wide` does not. */
function subset(narrow: Schema, wide: Schema, at: string, walk: Walk): string[] {
  const wides = alternatives(wide, walk.wide)
  return alternatives(narrow, walk.narrow).flatMap((one) => {
    const tried = wides.filter((other) => isSameKind(one, other)).map((other) => plainSubset(one, other, at, walk))
    if (tried.some((problems) => problems.length === 0)) return []
    if ('const' in one && walk.direction === 'output' && walk.openEnums && wides.some((other) => 'const' in other))
      return []
    return tried.length === 1 && !('const' in one) ? tried[0]! : [unlike(one, at, walk)]
  })
}

const unlike = (one: Schema, at: string, { direction }: Walk) => {
  const what = 'const' in one ? text(one['const']) : `type ${text(one['type'] ?? 'any')}`
  return direction === 'input' ? `${place(at)} no longer accepts ${what}` : `${place(at)} may now be ${what}`
}

const typeOf = (schema: Schema): unknown => {
  if (!('const' in schema)) return schema['type']
  const value = schema['const']
  return value === null ? 'null' : typeof value === 'number' ? 'number' : typeof value
}

function isSameKind(narrow: Schema, wide: Schema): boolean {
  if (isAny(wide)) return true
  const [a, b] = [typeOf(narrow), typeOf(wide)]
  if (a !== b && !(b === 'number' && a === 'integer') && !(a === 'number' && 'const' in narrow && b === 'integer'))
    return false
  if (a !== 'object') return true
  const tags = propertiesOf(wide)
  return Object.entries(propertiesOf(narrow)).every(
    ([name, schema]) =>
      !('const' in schema) || !tags[name] || !('const' in tags[name]) || tags[name]['const'] === schema['const'],
  )
}

function plainSubset(narrow: Schema, wide: Schema, at: string, walk: Walk): string[] {
  if (isAny(wide)) return []
  if ('const' in narrow && !('const' in wide)) return []
  if ('const' in wide) return text(narrow['const']) === text(wide['const']) ? [] : [unlike(narrow, at, walk)]
  return [...limits(narrow, wide, at, walk), ...objects(narrow, wide, at, walk), ...arrays(narrow, wide, at, walk)]
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
const EQUAL = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'propertyNames', 'contentEncoding']
const EXACT = ['not', 'if', 'dependentRequired', 'minProperties', 'maxProperties', 'patternProperties']

function limits(narrow: Schema, wide: Schema, at: string, { direction }: Walk): string[] {
  const wrong = [
    ...LOWER.filter((key) => key in wide && !((narrow[key] as number) >= (wide[key] as number))),
    ...UPPER.filter((key) => key in wide && !((narrow[key] as number) <= (wide[key] as number))),
    ...EQUAL.filter((key) => key in wide && text(narrow[key]) !== text(wide[key])),
    ...EXACT.filter((key) => text(narrow[key]) !== text(wide[key])),
  ]
  const [before, after] = direction === 'input' ? [narrow, wide] : [wide, narrow]
  return wrong.map(
    (key) => `${key} of ${place(at)} changed from ${text(before[key]) ?? 'none'} to ${text(after[key]) ?? 'none'}`,
  )
}

function objects(narrow: Schema, wide: Schema, at: string, walk: Walk): string[] {
  const [own, other] = [propertiesOf(narrow), propertiesOf(wide)]
  const required = requiredOf(wide)
    .filter((name) => !requiredOf(narrow).includes(name))
    .map((name) => `${at}/${name} ${walk.direction === 'input' ? 'is required now' : 'may be absent now'}`)
  const common = Object.keys(own).filter((name) => name in other)
  const values = [narrow, wide].map((schema) => schema['additionalProperties'])
  const records = values.every((value) => typeof value === 'object' && value !== null)
    ? subset(values[0] as Schema, values[1] as Schema, `${at}/*`, walk)
    : typeof values[1] === 'object' && values[1] !== null && values[0] === undefined && Object.keys(own).length === 0
      ? [`${place(at)} allows other values`]
      : []
  return [...required, ...common.flatMap((name) => subset(own[name]!, other[name]!, `${at}/${name}`, walk)), ...records]
}

function arrays(narrow: Schema, wide: Schema, at: string, walk: Walk): string[] {
  const [own, other] = [narrow['items'], wide['items']] as (Schema | undefined)[]
  const [tuple, otherTuple] = [narrow['prefixItems'], wide['prefixItems']] as (Schema[] | undefined)[]
  if ((tuple?.length ?? 0) !== (otherTuple?.length ?? 0)) return [`${place(at)} has another number of items`]
  const pairs = (tuple ?? []).flatMap((item, index) => subset(item, otherTuple![index]!, `${at}/${index}`, walk))
  return [...pairs, ...(own && other ? subset(own, other, `${at}/[]`, walk) : [])]
}

type Both = Required<Pick<Comparison, 'before' | 'after'>> & Pick<Comparison, 'direction'>

/** Returns sentences for removed fields, and for known values that no longer occur. */
function lostMembers(before: Schema, after: Schema, at: string, both: Both): string[] {
  const [oldValues, newValues] = [alternatives(before, both.before), alternatives(after, both.after)]
  return oldValues.flatMap((old) => {
    if ('const' in old) {
      const kept =
        newValues.some((one) => text(one['const']) === text(old['const'])) || newValues.some((one) => !('const' in one))
      return kept || both.direction === 'input' ? [] : [`${place(at)} no longer has the value ${text(old['const'])}`]
    }
    const partners = newValues.filter((one) => isSameKind(old, one) || isSameKind(one, old))
    if (partners.length === 0 && (both.direction === 'input' || old['type'] === 'null')) return []
    if (partners.length === 0) return [`${place(at)} no longer has the type ${text(old['type'])}`]
    // Compares with the most similar of several forms.
    const [fewest] = partners
      .map((one) => lostFields(old, one, at, both))
      .sort((one, other) => one.length - other.length)
    return fewest!
  })
}

function lostFields(before: Schema, after: Schema, at: string, both: Both): string[] {
  const other = propertiesOf(after)
  const fields = Object.entries(propertiesOf(before)).flatMap(([name, schema]) =>
    other[name] ? lostMembers(schema, other[name], `${at}/${name}`, both) : [`${at}/${name} was removed`],
  )
  const [items, otherItems] = [before['items'], after['items']] as (Schema | undefined)[]
  return [...fields, ...(items && otherItems ? lostMembers(items, otherItems, `${at}/[]`, both) : [])]
}
