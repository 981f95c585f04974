import { PropertySort } from '@hissa/contracts/property'
import { defineCursor, type Cursor } from '@hissa/kernel'
import * as z from 'zod/mini'
import { SORTS, type ListedRow, type ListPosition } from './property.store.js'

const date = z.codec(z.int(), z.date(), { decode: (ms) => new Date(ms), encode: (at) => at.getTime() })
const isDated = (sort: PropertySort) => SORTS[sort].field === 'createdAt' || SORTS[sort].field === 'deadline'

const cursorOf = (sort: PropertySort): Cursor<ListPosition> =>
  isDated(sort)
    ? defineCursor('properties', z.tuple([z.literal(sort), date, z.string()]))
    : defineCursor('properties', z.tuple([z.literal(sort), z.number(), z.string()]))

/** The cursor format of each sort order: the order, the row's value in it and the row's id. */
export const CURSORS = Object.fromEntries(PropertySort.options.map((sort) => [sort, cursorOf(sort)])) as Record<
  PropertySort,
  Cursor<ListPosition>
>

/** Returns the position of a row in a sort order. */
export function positionOf(row: ListedRow, sort: PropertySort): ListPosition {
  const value = Number(row[SORTS[sort].field])
  return [sort, isDated(sort) ? new Date(value) : value, row._id]
}
