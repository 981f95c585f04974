import * as z from 'zod/mini'
import { defineRpc, id, Locale } from '../core.js'
import { NOT_FOUND, SERVICE_UNAVAILABLE } from '../errors.js'
import { PdfFile } from './receipts.js'
import { ProvenEntryView, registerSequence, RegisterView } from './register.js'
import { PropertyRef } from './views.js'

/**
 * Returns a certificate of the caller's registered shares of a property as PDF: the caller's entry of the newest
 * published register, with a code by which anyone can check it. Too many at once are SERVICE_UNAVAILABLE.
 */
export const GetCertificate = defineRpc({
  name: 'investment.getCertificate',
  access: 'user',
  timeoutMs: 15_000,
  input: z.object({ propertyId: id, locale: Locale }),
  output: PdfFile,
  errors: [NOT_FOUND, SERVICE_UNAVAILABLE],
})

/**
 * Checks a certificate. Answers only for a code that Hissa issued. It never returns the holder's name: a caller with
 * the certificate can only ask whether the `name` on it is the one that was printed.
 */
export const CheckCertificate = defineRpc({
  name: 'investment.checkCertificate',
  access: 'public',
  input: z.object({
    sequence: registerSequence,
    /** The position of the entry in its register. */
    index: z.int().check(z.nonnegative()),
    code: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  output: z.object({
    register: RegisterView,
    entry: ProvenEntryView,
    property: PropertyRef,
    /** Whether the name is the printed one, apart from case and spaces. Absent without a name. */
    nameMatches: z.optional(z.boolean()),
  }),
  errors: [NOT_FOUND],
})
