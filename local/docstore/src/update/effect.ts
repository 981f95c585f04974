import type { Value } from '../bson/values.js'

export const NOTHING = Symbol('nothing')

/** The effect on one field or element: a new value, removal, or none. */
export type Leaf = (
  current: Value,
  present: boolean,
  trail: readonly string[],
) => { value: Value } | { unset: true } | typeof NOTHING
