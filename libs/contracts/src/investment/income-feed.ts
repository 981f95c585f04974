import * as z from 'zod/mini'
import { defineRpc, isoDateTime, Locale } from '../core.js'
import { NOT_FOUND } from '../errors.js'

/** The secret in the address of a calendar: 32 random bytes as base64url. */
export const IncomeFeedToken = z.string().check(z.regex(/^[\w-]{43}$/))

/** The file name in the address of a calendar: the secret and `.ics`. */
export const IncomeFeedFile = z.string().check(z.regex(/^[\w-]{43}\.ics$/))

/** Returns since when the caller's income calendar has an address; nothing without one. The address isn't kept. */
export const GetIncomeFeed = defineRpc({
  name: 'investment.getIncomeFeed',
  access: 'user',
  input: z.object({}),
  output: z.object({ createdAt: z.optional(isoDateTime) }),
  errors: [],
})

/** Creates the address of the caller's income calendar in a language. An earlier address ends at once. */
export const CreateIncomeFeed = defineRpc({
  name: 'investment.createIncomeFeed',
  access: 'user',
  input: z.object({ locale: Locale }),
  output: z.object({ address: z.string(), createdAt: isoDateTime }),
  errors: [],
})

/** Ends the address of the caller's income calendar, if there is one. */
export const DeleteIncomeFeed = defineRpc({
  name: 'investment.deleteIncomeFeed',
  access: 'user',
  input: z.object({}),
  output: z.object({}),
  errors: [],
})

/**
 * Returns a calendar (RFC 5545) for anyone with its address: the days of paid, declared and estimated income with the
 * names of the properties, without an amount and without a person. NOT_FOUND also while the account is suspended.
 */
export const ReadIncomeFeed = defineRpc({
  name: 'investment.readIncomeFeed',
  access: 'public',
  input: z.object({ token: IncomeFeedToken }),
  output: z.object({ calendar: z.string() }),
  errors: [NOT_FOUND],
})
