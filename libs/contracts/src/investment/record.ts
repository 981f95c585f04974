import * as z from 'zod/mini'
import { count, defineRpc, fils, isoDateTime, units } from '../core.js'
import { RegisterView } from './register.js'

/**
 * Returns what the platform has done so far, as of `asOf`: the shares that investors own in completed raises; what failed
 * raises released to their buyers; the rent that investors have been paid; and the newest published register.
 */
export const GetTrackRecord = defineRpc({
  name: 'investment.getTrackRecord',
  input: z.object({}),
  output: z.object({
    asOf: isoDateTime,
    registered: z.object({ units, properties: count }),
    /** With fees. The refund of a card payment takes up to ten days from its release. */
    released: z.object({ amountFils: fils, raises: count }),
    /** Distributions that are paid in full, without the company’s own part. */
    incomePaid: z.object({ amountFils: fils, distributions: count, lastPaidAt: z.optional(isoDateTime) }),
    register: z.nullable(RegisterView),
  }),
  access: 'public',
  errors: [],
  timeoutMs: 10_000,
})
