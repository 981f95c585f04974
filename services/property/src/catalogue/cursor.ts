import { PropertySort } from '@hissa/contracts/property'
import { defineCursor, type Cursor } from '@hissa/kernel'
import * as z from 'zod/mini'
import { SORTS } from './listing-order.js'
import type { ListPosition } from './listings.js'

const MAX_TIME_MS = 8.64e15
const time = z.int().check(z.gte(-MAX_TIME_MS), z.lte(MAX_TIME_MS))
const isDated = (sort: PropertySort) => SORTS[sort].field === 'createdAt' || SORTS[sort].field === 'deadline'

const cursorOf = (sort: PropertySort): Cursor<ListPosition> =>
  defineCursor('properties', z.tuple([z.literal(sort), isDated(sort) ? time : z.number(), z.string()]))

/** The cursor format of each sort order: the order, the listing's value in it and the property's id. */
export const CURSORS = Object.fromEntries(PropertySort.options.map((sort) => [sort, cursorOf(sort)])) as Record<
  PropertySort,
  Cursor<ListPosition>
>
