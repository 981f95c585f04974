import * as z from 'zod/mini'
import { defineRpc, id, Locale } from '../core.js'
import { NOT_FOUND, SERVICE_UNAVAILABLE } from '../errors.js'

const timeoutMs = 15_000
const input = z.object({
  /** The id of a payment or refund, as payments are listed. */
  paymentId: id,
  locale: Locale,
})
/** A document as PDF, and the language that it is in. */
export const PdfFile = z.object({
  contentType: z.literal('application/pdf'),
  fileName: z.string(),
  bodyBase64: z.string(),
  locale: Locale,
})

/**
 * Returns the receipt of the caller's own payment or refund as PDF. There is one once the money has arrived. Too many at
 * once are SERVICE_UNAVAILABLE.
 */
export const GetReceipt = defineRpc({
  name: 'investment.getReceipt',
  access: 'user',
  timeoutMs,
  input,
  output: PdfFile,
  errors: [NOT_FOUND, SERVICE_UNAVAILABLE],
})

/** Returns the receipt of any payment or refund of an order. Each read is audited. */
export const GetStaffReceipt = defineRpc({
  name: 'investment.getStaffReceipt',
  access: ['finance'],
  timeoutMs,
  input,
  output: PdfFile,
  errors: [NOT_FOUND, SERVICE_UNAVAILABLE],
})
