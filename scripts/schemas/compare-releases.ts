import { compareSchemas, type Resolve, type Schema } from './compare-schemas.js'

export interface Call {
  access: string | string[]
  callers?: string[]
  input: Schema
  output: Schema
  errors: { code: string; status: number; members?: Schema }[]
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
export interface HttpOperation {
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}
export interface OpenApi {
  paths: Record<string, Record<string, HttpOperation>>
  components: Record<string, Record<string, unknown>>
}

/** The promises of a release. */
export interface Release {
  /** Version of the HTTP API and the calls. */
  version: string
  /** Data by type; the type contains the version of the event. */
  events: Record<string, Schema>
  calls: Record<string, Call>
  http: OpenApi
}

const majorOf = (version: string) => Number(version.split('.')[0])

/**
 * Returns a sentence for each change that breaks a promise of `before`, unless a new version allows it: the next major
 * version for calls and the HTTP API, a new type (`….v2`) for an event.
 */
export function compareReleases(before: Release, after: Release): string[] {
  const events = Object.entries(before.events).flatMap(([type, data]) => eventBreaks(type, data, after.events[type]))
  const isNewMajor = majorOf(after.version) > majorOf(before.version)
  const removed = (sentence: string) => isNewMajor && sentence.endsWith('is no longer published')
  if (isNewMajor) return events.filter((sentence) => !removed(sentence))
  const calls = Object.entries(before.calls).flatMap(([name, call]) =>
    callBreaks(call, after.calls[name]).map((sentence) => `call ${name}: ${sentence}`),
  )
  return [...events, ...calls, ...httpBreaks(before.http, after.http)]
}

/** Compares both ways: services of the old release read new events, and new services read stored events. */
function eventBreaks(type: string, before: Schema, after: Schema | undefined): string[] {
  if (!after) return [`event ${type} is no longer published`]
  const found = new Set([
    ...compareSchemas(before, after, { direction: 'output' }),
    ...compareSchemas(before, after, { direction: 'input' }),
  ])
  return [...found].map((sentence) => `event ${type}: ${sentence}`)
}

function callBreaks(before: Call, after: Call | undefined): string[] {
  if (!after) return ['it was removed']
  return [
    ...accessBreaks(before.access, after.access),
    ...(before.callers ?? [])
      .filter((name) => !after.callers?.includes(name))
      .map((name) => `${name} may no longer call it`),
    ...compareSchemas(before.input, after.input, { direction: 'input' }).map((one) => `input: ${one}`),
    ...compareSchemas(before.output, after.output, { direction: 'output' }).map((one) => `output: ${one}`),
    ...before.errors.flatMap((error) => errorBreaks(error, after.errors)),
  ]
}

const OPENNESS = ['service', 'roles', 'user', 'public']

function accessBreaks(before: string | string[], after: string | string[]): string[] {
  const [was, is] = [before, after].map((access) => OPENNESS.indexOf(Array.isArray(access) ? 'roles' : access))
  const lost = Array.isArray(before) && Array.isArray(after) ? before.filter((role) => !after.includes(role)) : []
  if (is! < was!) return ['fewer people may call it']
  return lost.map((role) => `the role ${role} may no longer call it`)
}

function errorBreaks({ code, status, members }: Call['errors'][number], after: Call['errors']): string[] {
  const same = after.filter((error) => error.code === code)
  if (same.length === 0) return []
  const kept = same.find((error) => error.status === status)
  if (!kept) return [`${code} has another status than ${status}`]
  if (!members) return []
  return compareSchemas(members, kept.members ?? { type: 'object' }, { direction: 'output', openEnums: true }).map(
    (sentence) => `${code}: ${sentence}`,
  )
}

const resolver =
  ({ components }: OpenApi): Resolve =>
  (schema) => {
    const ref = schema['$ref']
    if (typeof ref !== 'string') return schema
    const [, , kind, name] = ref.split('/')
    return components[kind!]![name!] as Schema
  }

function httpBreaks(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const other = after.paths[path]?.[method]
      const found = other ? operationBreaks(operation, other, resolver(before), resolver(after)) : ['it was removed']
      return found.map((sentence) => `${method.toUpperCase()} ${path}: ${sentence}`)
    }),
  )
}

function operationBreaks(before: HttpOperation, after: HttpOperation, old: Resolve, now: Resolve): string[] {
  const resolvers = { before: old, after: now }
  return [
    ...(after.security?.length && !before.security?.length ? ['it needs a token now'] : []),
    ...parameterBreaks(before.parameters ?? [], after.parameters ?? [], resolvers),
    ...contentBreaks('body', before.requestBody, after.requestBody, { direction: 'input', ...resolvers }),
    ...(after.requestBody && !before.requestBody ? ['it needs a body now'] : []),
    ...Object.entries(before.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, response]) => {
        const other = after.responses[status]
        if (!other) return [`it no longer returns ${status}`]
        const [was, is] = [old(response as Schema), now(other as Schema)] as Content[]
        return contentBreaks(`response ${status}`, was, is, { direction: 'output', openEnums: true, ...resolvers })
      }),
  ]
}

function parameterBreaks(
  before: Parameter[],
  after: Parameter[],
  resolvers: { before: Resolve; after: Resolve },
): string[] {
  const find = (list: Parameter[], one: Parameter) =>
    list.find(({ name, in: place }) => name === one.name && place === one.in)
  const added = after.filter((one) => one.required && !find(before, one)?.required)
  return [
    ...added.map(({ name }) => `the parameter ${name} is required now`),
    ...before.flatMap((one) => {
      const other = find(after, one)
      if (!other) return [`the parameter ${one.name} was removed`]
      const found = compareSchemas(one.schema, other.schema, { direction: 'input', ...resolvers })
      return found.map((sentence) => `parameter ${one.name}: ${sentence}`)
    }),
  ]
}

function contentBreaks(
  what: string,
  before: Content | undefined,
  after: Content | undefined,
  comparison: Parameters<typeof compareSchemas>[2],
): string[] {
  return Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
    const other = after?.content?.[type]
    if (!other) return [`${what}: ${type} is no longer ${comparison.direction === 'input' ? 'accepted' : 'sent'}`]
    return compareSchemas(schema, other.schema, comparison).map((sentence) => `${what}: ${sentence}`)
  })
}
