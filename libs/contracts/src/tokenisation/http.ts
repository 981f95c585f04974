import * as z from 'zod/mini'
import { cursor } from '../core.js'
import { pageLimit } from '../query.js'

/** `GET /tokens`, `/tokens/{property}/transfers` and `/tokens/{property}/holders` */
export const TokensQuery = z.object({ limit: z.optional(pageLimit), cursor: z.optional(cursor) })
export type TokensQuery = z.infer<typeof TokensQuery>
