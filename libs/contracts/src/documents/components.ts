import * as z from 'zod/mini'
import * as core from '../core.js'
import * as identity from '../identity/index.js'
import * as investment from '../investment/index.js'
import * as kyc from '../kyc/index.js'
import * as property from '../property/index.js'
import { jsonSchemas, type Json } from './json-schema.js'

const areas = { Core: core, Identity: identity, Property: property, Investment: investment, Kyc: kyc }
const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.core.$ZodType
const refOf = (name: string) => `#/components/schemas/${name}`

/** Names the exported schemas of every area; a name that two areas use is prefixed with the area. */
function exportedSchemas(): Map<z.ZodMiniType, string> {
  const found = Object.entries(areas).flatMap(([area, exports]) =>
    Object.entries(exports as Json).flatMap(([name, schema]) =>
      isSchema(schema) && /^[A-Z]/.test(name) ? [{ area, name, schema }] : [],
    ),
  )
  const areasOf = (name: string) => new Set(found.filter((one) => one.name === name).map(({ area }) => area))
  const named = new Map<z.ZodMiniType, string>()
  for (const { area, name, schema } of found) {
    if (!named.has(schema)) named.set(schema, areasOf(name).size > 1 ? `${area}${name}` : name)
  }
  return named
}

/**
 * Collects the schemas of a document. Schemas that are exported become components; others are written inline. A
 * component that differs in requests (defaults, parsed text) has a second form whose name ends in `Input`.
 */
export class Components {
  private readonly extra = new Map<z.ZodMiniType, string>()
  private converted: { input: Map<string, Json>; output: Map<string, Json>; differing: Set<string> } | undefined
  private readonly named = exportedSchemas()

  /** Takes every schema that will be used; they are converted together at the first use. */
  constructor(schemas: readonly z.ZodMiniType[]) {
    for (const [index, schema] of schemas.entries()) {
      if (!this.named.has(schema)) this.extra.set(schema, `Inline${index}`)
    }
  }

  /** Returns a reference to a component, or the schema itself if it is not a component. */
  use(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
    const { input, output, differing } = this.convert()
    const name = this.named.get(schema)
    if (name !== undefined) return { $ref: refOf(io === 'input' && differing.has(name) ? `${name}Input` : name) }
    const inline = this.extra.get(schema)!
    return io === 'input' ? withInputs(input.get(inline)!, differing) : output.get(inline)!
  }

  /** Returns the schema itself, even if it is a component. */
  resolve(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
    const { input, output, differing } = this.convert()
    const name = (this.named.get(schema) ?? this.extra.get(schema))!
    return io === 'input' ? withInputs(input.get(name)!, differing) : output.get(name)!
  }

  /** Returns the components that `document` refers to, directly or through other components. */
  usedBy(document: unknown): Record<string, Json> {
    const { input, output, differing } = this.convert()
    const all = new Map([
      ...output,
      ...[...differing].map((name) => [`${name}Input`, withInputs(input.get(name)!, differing)] as const),
    ])
    const used = new Set<string>()
    const follow = (value: unknown) => {
      for (const name of namesIn(value)) {
        if (used.has(name) || !all.has(name)) continue
        used.add(name)
        follow(all.get(name))
      }
    }
    follow(document)
    return Object.fromEntries([...used].sort().map((name) => [name, all.get(name)!]))
  }

  private convert() {
    if (this.converted) return this.converted
    const all = new Map([...this.named, ...this.extra])
    const [input, output] = [jsonSchemas(all, 'input', refOf), jsonSchemas(all, 'output', refOf)]
    return (this.converted = { input, output, differing: differingNames(input, output) })
  }
}

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)

/** Returns the names of components whose input and output differ, directly or through a reference. */
function differingNames(input: Map<string, Json>, output: Map<string, Json>): Set<string> {
  const differing = new Set([...input.keys()].filter((name) => !same(input.get(name), output.get(name))))
  for (let before = -1; before !== differing.size;) {
    before = differing.size
    for (const [name, schema] of input) if (namesIn(schema).some((one) => differing.has(one))) differing.add(name)
  }
  return differing
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Makes the references of a request schema point to the input forms. */
function withInputs(schema: Json, differing: ReadonlySet<string>): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    return differing.has(value.slice(refOf('').length)) ? `${value}Input` : value
  }) as Json
}
