import * as z from 'zod/mini'

interface NumberType {
  type: 'integer' | 'number'
  minimum: number
  maximum?: number
}

/** The types that documents show for parameters of a query string, which are parsed from text. */
export const queryTypes = z.registry<NumberType>()

/** A number in a query string, written as `pattern` says. `shown` is its type in documents. */
export function numberText(pattern: RegExp, shown: NumberType) {
  const schema = z.pipe(z.string().check(z.regex(pattern)), z.transform(Number))
  queryTypes.add(schema, shown)
  return schema
}

/** How many entries a page of a list has at most, 1 to 100. */
export const pageLimit = numberText(/^([1-9]\d?|100)$/, { type: 'integer', minimum: 1, maximum: 100 })
