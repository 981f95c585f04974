import * as z from 'zod/mini'
import { defineRpc } from '../core.js'

/** What being on a list means: a politically exposed person (`pep`) is not sanctioned. */
export const ListKind = z.enum(['sanctions', 'pep'])

/** A dated copy of a list. Screenings of earlier releases have neither kind, meaning sanctions, nor hash. */
export const ScreenedList = z.object({
  list: z.string(),
  date: z.iso.date(),
  kind: z.optional(ListKind),
  /** SHA-256 of the listed parties, in hex. */
  hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})

/**
 * Compares a wallet's address with those on the loaded sanctions lists. `listDate` is the date of the oldest loaded list of
 * addresses, and null while none is loaded: then nothing is known about the address.
 */
export const ScreenWallet = defineRpc({
  name: 'kyc.screenWallet',
  access: 'service',
  callers: ['tokenisation'],
  input: z.object({ address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)) }),
  output: z.object({
    listDate: z.nullable(z.iso.date()),
    hits: z.array(z.object({ list: z.string(), dataId: z.string(), listedName: z.string() })),
  }),
  errors: [],
})
