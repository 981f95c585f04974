import * as z from 'zod/mini'
import { count, defineRpc, Locale } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND, SERVICE_UNAVAILABLE } from '../errors.js'
import { numberText } from '../query.js'

/** A day in Dubai, such as `2026-11-22`. */
const day = z.iso.date()
/** A calendar year in Dubai. */
const year = z.int().check(z.gte(2000), z.lte(2999))

/** The most movements of one statement. */
export const MOST_MOVEMENTS = 2_000
/** The longest range of one statement, in days. */
export const MOST_DAYS = 366

/** The files that a statement has, by their types. */
export const STATEMENT_TYPES = {
  json: 'application/json',
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export const StatementFormat = z.enum(['json', 'pdf', 'csv', 'xlsx'])
export type StatementFormat = z.infer<typeof StatementFormat>

/** What a statement covers: an account between two days, both included, or the taxes of a year. */
export const StatementPeriod = z.union([z.object({ from: day, to: day }), z.object({ year })])
export type StatementPeriod = z.infer<typeof StatementPeriod>

/** A period that can be stated. `complete` is false while it runs: it is stated up to yesterday. */
const StatedPeriod = { from: day, to: day, complete: z.boolean() }
export const StatedMonth = z.object({ month: z.string().check(z.regex(/^\d{4}-\d{2}$/)), ...StatedPeriod })
export type StatedMonth = z.infer<typeof StatedMonth>
export const StatedYear = z.object({ year, ...StatedPeriod })
export type StatedYear = z.infer<typeof StatedYear>

/**
 * Lists the months and years of which the caller can have statements, newest first: since the first movement of the
 * caller's cash or shares. None if there was no movement by the end of yesterday in Dubai.
 */
export const ListStatements = defineRpc({
  name: 'investment.listStatements',
  access: 'user',
  input: z.object({}),
  output: z.object({ months: z.array(StatedMonth), years: z.array(StatedYear), count }),
  errors: [],
})

/**
 * Returns a statement of the caller's own account with the platform's signature, as a file. A period that has ended has
 * the same figures and the same signature whenever it is read. NOT_FOUND before the caller's first movement.
 * INVALID_FIELDS: `to` has not ended in Dubai or precedes `from`, or the period is too long or has too many movements.
 */
export const GetStatement = defineRpc({
  name: 'investment.getStatement',
  access: 'user',
  timeoutMs: 20_000,
  input: z.object({ period: StatementPeriod, format: StatementFormat, locale: Locale }),
  output: z.object({
    contentType: z.enum(Object.values(STATEMENT_TYPES)),
    fileName: z.string(),
    bodyBase64: z.string(),
    locale: Locale,
  }),
  errors: [NOT_FOUND, INVALID_FIELDS, SERVICE_UNAVAILABLE],
})

/** A public key that statements are verified with. */
export const StatementKey = z.object({
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
  /** 32 bytes in base64url. */
  publicKey: z.string(),
})

/** Returns the public keys of statements. A verifier keeps them, and then needs nothing of the platform. */
export const GetStatementKeys = defineRpc({
  name: 'investment.getStatementKeys',
  access: 'public',
  input: z.object({}),
  output: z.object({ keys: z.array(StatementKey) }),
  errors: [],
})

const yearText = numberText(/^2\d{3}$/, { type: 'integer', minimum: 2000, maximum: 2999 })
const isPeriod = ({ from, to, year }: { from?: unknown; to?: unknown; year?: unknown }) =>
  year === undefined ? from !== undefined && to !== undefined : from === undefined && to === undefined

/** The query of GET /statements/json, /pdf and /csv: `from` and `to`, or `year`. The language defaults to the request's. */
export const StatementQuery = z
  .object({ from: z.optional(day), to: z.optional(day), year: z.optional(yearText), locale: z.optional(Locale) })
  .check(z.refine(isPeriod, { error: 'Give `from` and `to`, or `year`' }))
