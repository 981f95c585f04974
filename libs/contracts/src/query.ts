import * as z from 'zod/mini'

interface NumberType {
  type: 'integer' | 'number'
  minimum: number
  maximum?: number
}

/** The documented types of query string parameters, which are parsed from text. */
export const queryTypes = z.registry<NumberType>()

/** Creates the schema of a number in a query string that matches `pattern`. `shown` is its documented type. */
export function numberText(pattern: RegExp, shown: NumberType) {
  const schema = z.pipe(z.string().check(z.regex(pattern)), z.transform(Number))
  queryTypes.add(schema, shown)
  return schema
}

/** Maximum number of entries on a page of a list, 1 to 100. */
export const pageLimit = numberText(/^([1-9]\d?|100)$/, { type: 'integer', minimum: 1, maximum: 100 })
