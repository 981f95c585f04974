import * as z from 'zod/mini'
import { fils } from '../core.js'
import { defineError } from '../result.js'

/** Why an entry of income is not possible: the `why` of INCOME_NOT_POSSIBLE. */
export const IncomeRefusal = z.enum([
  /** The raise is not completed: no one holds registered shares. */
  'raise_state',
  /** The distribution of the period is approved. Record the entry in a later period. */
  'period_closed',
  /** The period has not begun, or ended before the raise was completed. */
  'period',
  /** The date is in the future. */
  'date',
  /** The document is not stored. */
  'document',
  /** The entry is reversed already, or reverses another one. */
  'reversed',
])
export type IncomeRefusal = z.infer<typeof IncomeRefusal>

export const INCOME_NOT_POSSIBLE = defineError({
  code: 'INCOME_NOT_POSSIBLE',
  status: 409,
  extra: { why: IncomeRefusal },
  description: 'The entry of income cannot be recorded. `why` is the reason.',
})

export const INCOME_REFERENCE_USED = defineError({
  code: 'INCOME_REFERENCE_USED',
  status: 409,
  description: 'Another entry of the property has this reference, so it may be recorded already.',
})

export const INCOME_FUNDS_INSUFFICIENT = defineError({
  code: 'INCOME_FUNDS_INSUFFICIENT',
  status: 409,
  extra: { availableFils: fils },
  description:
    'The accounts of the property do not have the amount. `availableFils` is what the operating account and the reserve ' +
    'have together; of rent that is reversed, the operating account alone.',
})

/** What is wrong with a row of an imported file. */
export const IncomeRowFault = z.object({
  /** The line of the file, from 1; the header is 1. */
  row: z.int(),
  /** Absent if the fault is about the whole row. */
  column: z.optional(z.enum(['period', 'kind', 'category', 'amount', 'days', 'date', 'reference'])),
  why: z.enum([
    /** The value is missing, or has another form. */
    'invalid',
    /** A column is unknown, repeated or missing. */
    'columns',
    /** The reference is in an earlier row, or of a recorded entry. */
    'duplicate',
    'period_closed',
    'period',
    'date',
  ]),
})
export type IncomeRowFault = z.infer<typeof IncomeRowFault>

export const INCOME_FILE_REFUSED = defineError({
  code: 'INCOME_FILE_REFUSED',
  status: 422,
  extra: {
    /** `encoding`: not UTF-8. `rows`: see `rows`. */
    why: z.enum(['encoding', 'empty', 'too_many_rows', 'rows']),
    rows: z.array(IncomeRowFault),
  },
  description: 'No row of the file was recorded. `rows` are the first 100 faults, in the order of the file.',
})

/** Why a distribution is not possible: the `why` of DISTRIBUTION_NOT_POSSIBLE. */
export const DistributionRefusal = z.enum([
  /** The raise is not completed. */
  'raise_state',
  /** The period has not ended. */
  'period_open',
  /** The record date is before the end of the period, before the completion of the raise, or has not ended. */
  'record_date',
  /** There is no net income to distribute. */
  'no_income',
  /** The period is distributed already. */
  'distributed',
  /** The ledger and a holding of the property disagree. Reconciliation shows it. */
  'difference',
])
export type DistributionRefusal = z.infer<typeof DistributionRefusal>

export const DISTRIBUTION_NOT_POSSIBLE = defineError({
  code: 'DISTRIBUTION_NOT_POSSIBLE',
  status: 409,
  extra: { why: DistributionRefusal },
  description: 'The income of the period cannot be distributed. `why` is the reason.',
})
