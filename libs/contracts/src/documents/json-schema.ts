import * as z from 'zod/mini'
import { queryTypes } from '../query.js'

export type Json = Record<string, unknown>

const HTTP_DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Adds the types of numbers in query strings, which zod cannot express. Objects stay open, because later releases add
 * members.
 */
function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
  // Every integer has these bounds, so they carry no information.
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  const shown = queryTypes.get(zodSchema as never)
  if (!shown) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, shown)
}

const options = { target: 'draft-2020-12', unrepresentable: 'any', override } as const

/** Converts one schema to JSON Schema 2020-12, as what is sent (`input`) or what is received (`output`). */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, '~standard': _standard, ...rest } = z.toJSONSchema(schema, { ...options, io }) as Json
  return rest
}

/** Converts a schema to a complete JSON Schema document, with dialect and title. */
export const schemaDocument = (title: string, schema: z.ZodMiniType, io: 'input' | 'output'): Json => ({
  $schema: HTTP_DIALECT,
  title,
  ...jsonSchema(schema, io),
})

/** Converts named schemas together; a schema that contains another refers to `refOf` its name. */
export function jsonSchemas(
  named: ReadonlyMap<z.ZodMiniType, string>,
  io: 'input' | 'output',
  refOf: (name: string) => string,
): Map<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...options, io, uri: refOf })
  return new Map(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _dialect, $id: _id, id: _name, '~standard': _standard, ...rest } = schema as Json
      return [name, rest]
    }),
  )
}
