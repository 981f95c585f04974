import * as z from 'zod/mini'
import { count, cursor, defineRpc, fils, id, isoDateTime, Locale, version } from '../core.js'
import { ACCOUNT_SUSPENDED, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { defineError } from '../result.js'
import { IDEMPOTENCY_KEY_REUSED, KYC_REQUIRED } from './errors.js'
import { WithdrawalState } from './events.js'
import { aedAmount, PropertyRef } from './views.js'

export const IBAN_INVALID = defineError({
  code: 'IBAN_INVALID',
  status: 422,
  description: 'The number is not an IBAN of the United Arab Emirates, or its check digits are wrong.',
})

export const HOLDER_NAME_MISMATCH = defineError({
  code: 'HOLDER_NAME_MISMATCH',
  status: 422,
  description:
    "The account holder's name differs from the caller's verified name. Money is paid out to the investor only.",
})

export const BANK_ACCOUNT_KNOWN = defineError({
  code: 'BANK_ACCOUNT_KNOWN',
  status: 409,
  description: 'The caller has added this bank account already.',
})

export const TOO_MANY_BANK_ACCOUNTS = defineError({
  code: 'TOO_MANY_BANK_ACCOUNTS',
  status: 409,
  extra: { maximum: z.int() },
  description: 'The caller has `maximum` bank accounts. Remove one first.',
})

export const BANK_ACCOUNTS_TOO_OFTEN = defineError({
  code: 'BANK_ACCOUNTS_TOO_OFTEN',
  status: 429,
  extra: { availableAt: isoDateTime },
  description:
    'The caller has added the most bank accounts of a day, removed ones included. Another can be added from ' +
    '`availableAt` (business time).',
})

export const BANK_ACCOUNT_IN_USE = defineError({
  code: 'BANK_ACCOUNT_IN_USE',
  status: 409,
  description: 'A withdrawal to this bank account is on its way. It can be removed once the withdrawal has ended.',
})

export const BANK_CODE_WRONG = defineError({
  code: 'BANK_CODE_WRONG',
  status: 422,
  extra: { attemptsLeft: z.int() },
  description: 'The code is not that of the latest email. After `attemptsLeft` more wrong codes a new one is needed.',
})

export const BANK_CODE_EXPIRED = defineError({
  code: 'BANK_CODE_EXPIRED',
  status: 409,
  description: 'The code has expired, or was wrong too often. Ask for a new one.',
})

export const BANK_CODES_EXHAUSTED = defineError({
  code: 'BANK_CODES_EXHAUSTED',
  status: 409,
  description: 'The most codes have been sent for this bank account. Remove it and add it again.',
})

export const BANK_ACCOUNT_UNCONFIRMED = defineError({
  code: 'BANK_ACCOUNT_UNCONFIRMED',
  status: 409,
  description: 'The bank account has to be confirmed with the emailed code first.',
})

export const BANK_ACCOUNT_WAITING = defineError({
  code: 'BANK_ACCOUNT_WAITING',
  status: 409,
  extra: { availableAt: isoDateTime },
  description: 'A new bank account can be used from `availableAt` (business time), 24 hours after it was added.',
})

export const WITHDRAWAL_BELOW_MINIMUM = defineError({
  code: 'WITHDRAWAL_BELOW_MINIMUM',
  status: 422,
  extra: { minimumFils: fils },
  description: 'The smallest withdrawal is `minimumFils`.',
})

export const PAYOUT_BLOCKED = defineError({
  code: 'PAYOUT_BLOCKED',
  status: 409,
  description:
    'The card processor and the ledger disagree about a payment of the investor. Nothing is paid out to them until both agree.',
})

export const TOO_MANY_WITHDRAWALS = defineError({
  code: 'TOO_MANY_WITHDRAWALS',
  status: 409,
  extra: { maximum: z.int() },
  description: 'The caller has `maximum` withdrawals that have not ended. Another can be requested once one has.',
})

export const CASH_INSUFFICIENT = defineError({
  code: 'CASH_INSUFFICIENT',
  status: 409,
  extra: { availableFils: fils },
  description: 'The amount exceeds the cash that is available, `availableFils`. Nothing was reserved.',
})

export const WITHDRAWAL_NOT_CANCELLABLE = defineError({
  code: 'WITHDRAWAL_NOT_CANCELLABLE',
  status: 409,
  extra: { state: WithdrawalState },
  description: 'Only a withdrawal that has not been sent to the bank can be cancelled.',
})

/** Returns a withdrawal's reference for people: `HW-` and the id's random end. */
export const withdrawalReference = (id: string) => `HW-${id.replaceAll('-', '').slice(-8).toUpperCase()}`

/** A bank account, as its holder recognises it. */
export const BankAccountView = z.object({
  bankAccountId: id,
  /** The country, and the last four digits; the rest is masked. */
  iban: z.string(),
  /** `unconfirmed` until the emailed code is entered, `waiting` until `availableAt`. */
  state: z.enum(['unconfirmed', 'waiting', 'ready']),
  availableAt: isoDateTime,
  addedAt: isoDateTime,
})
export type BankAccountView = z.infer<typeof BankAccountView>

export const WithdrawalView = z.object({
  withdrawalId: id,
  /** For people, and in the bank's statement. */
  reference: z.string(),
  amountFils: fils,
  state: WithdrawalState,
  bankAccountId: id,
  iban: z.string(),
  requestedAt: isoDateTime,
  sentAt: z.optional(isoDateTime),
  endedAt: z.optional(isoDateTime),
  version,
})
export type WithdrawalView = z.infer<typeof WithdrawalView>

/** One movement of an investor's cash. */
export const CashMovement = z.object({
  /** Id of the transfer in the ledger. */
  movementId: z.string(),
  at: isoDateTime,
  /**
   * `withdrawal_returned`: the bank sent a paid withdrawal back. `order` and `order_fee`: shares paid from the cash, and
   * their fee; `order_returned` and `order_fee_returned`: refunds of these. `other`: any other booking, described by
   * `code`.
   */
  kind: z.enum([
    ...(['distribution', 'withdrawal', 'withdrawal_returned'] as const),
    ...(['order', 'order_fee', 'order_returned', 'order_fee_returned', 'other'] as const),
  ]),
  code: z.string(),
  direction: z.enum(['in', 'out']),
  amountFils: fils,
  property: z.optional(PropertyRef),
  /** `released`: the money is available again, because the movement was cancelled or rejected. */
  state: z.enum(['pending', 'completed', 'released']),
  reference: z.optional(z.string()),
  withdrawal: z.optional(WithdrawalView),
})
export type CashMovement = z.infer<typeof CashMovement>

/** Returns the caller's cash, and a page of its movements, newest first. Refunds of orders
 * that a card paid go to the card, not here. */
export const GetCash = defineRpc({
  name: 'investment.getCash',
  input: z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    availableFils: fils,
    /** Reserved for withdrawals that the bank has not paid yet. */
    inFlightFils: fils,
    minimumWithdrawalFils: fils,
    movements: z.array(CashMovement),
    count,
    cursor: z.optional(z.string()),
  }),
  access: 'user',
  errors: [VALIDATION_FAILED],
})

const BankAccounts = z.object({ bankAccounts: z.array(BankAccountView), count, maximum: count })

/** Lists the caller's bank accounts, oldest first. */
export const ListBankAccounts = defineRpc({
  name: 'investment.listBankAccounts',
  input: z.object({}),
  output: BankAccounts,
  access: 'user',
  errors: [],
})

/**
 * Adds a bank account in the name of the caller, and sends a code to the caller's email address. The account can be
 * used once the code was entered and 24 hours have passed. Event: `investment.bank_account.code_requested.v1`.
 */
export const AddBankAccount = defineRpc({
  name: 'investment.addBankAccount',
  input: z.object({
    /** With or without spaces. */
    iban: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    holderName: z.string().check(z.trim(), z.minLength(1), z.maxLength(140)),
    locale: z.optional(Locale),
  }),
  output: z.object({ bankAccount: BankAccountView }),
  access: 'user',
  timeoutMs: 10_000,
  errors: [
    ACCOUNT_SUSPENDED,
    KYC_REQUIRED,
    IBAN_INVALID,
    HOLDER_NAME_MISMATCH,
    BANK_ACCOUNT_KNOWN,
    TOO_MANY_BANK_ACCOUNTS,
    BANK_ACCOUNTS_TOO_OFTEN,
  ],
})

/** Sends another code for an unconfirmed bank account, which replaces the earlier ones. A confirmed one is not found. */
export const SendBankAccountCode = defineRpc({
  name: 'investment.sendBankAccountCode',
  input: z.object({ bankAccountId: id, locale: z.optional(Locale) }),
  output: z.object({ bankAccount: BankAccountView }),
  access: 'user',
  errors: [NOT_FOUND, BANK_CODES_EXHAUSTED],
})

/** Confirms a bank account with the emailed code. A confirmed one stays so. */
export const ConfirmBankAccount = defineRpc({
  name: 'investment.confirmBankAccount',
  input: z.object({ bankAccountId: id, code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  output: z.object({ bankAccount: BankAccountView }),
  access: 'user',
  errors: [NOT_FOUND, BANK_CODE_WRONG, BANK_CODE_EXPIRED],
})

/** Removes a bank account of the caller. */
export const RemoveBankAccount = defineRpc({
  name: 'investment.removeBankAccount',
  input: z.object({ bankAccountId: id }),
  output: BankAccounts,
  access: 'user',
  errors: [NOT_FOUND, BANK_ACCOUNT_IN_USE],
})

/** Returns the latest code of a bank account, for the email. An obsolete one is not found. */
export const GetBankAccountCode = defineRpc({
  name: 'investment.getBankAccountCode',
  input: z.object({ bankAccountId: id, issue: z.int().check(z.positive()) }),
  output: z.object({ code: z.string(), expiresAt: isoDateTime, iban: z.string() }),
  access: 'service',
  callers: ['notification'],
  errors: [NOT_FOUND],
})

/**
 * Reserves cash for a payment to the caller's bank account. The same key again returns the same withdrawal. Event:
 * `investment.withdrawal.changed.v1`.
 */
export const RequestWithdrawal = defineRpc({
  name: 'investment.requestWithdrawal',
  input: z.object({
    bankAccountId: id,
    amount: aedAmount,
    idempotencyKey: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  output: z.object({ withdrawal: WithdrawalView }),
  access: 'user',
  timeoutMs: 10_000,
  errors: [
    NOT_FOUND,
    ACCOUNT_SUSPENDED,
    KYC_REQUIRED,
    BANK_ACCOUNT_UNCONFIRMED,
    BANK_ACCOUNT_WAITING,
    WITHDRAWAL_BELOW_MINIMUM,
    TOO_MANY_WITHDRAWALS,
    PAYOUT_BLOCKED,
    CASH_INSUFFICIENT,
    IDEMPOTENCY_KEY_REUSED,
  ],
})

/** Cancels a withdrawal before it is sent to the bank; its money is available again. */
export const CancelWithdrawal = defineRpc({
  name: 'investment.cancelWithdrawal',
  input: z.object({ withdrawalId: id }),
  output: z.object({ withdrawal: WithdrawalView }),
  access: 'user',
  errors: [NOT_FOUND, WITHDRAWAL_NOT_CANCELLABLE],
})

/** POST /cash/bank-accounts */
export const AddBankAccountBody = AddBankAccount.input
/** POST /cash/bank-accounts/{id}/code */
export const LocaleBody = z.object({ locale: z.optional(Locale) })
/** POST /cash/bank-accounts/{id}/confirmation */
export const CodeBody = z.object({ code: ConfirmBankAccount.input.shape.code })
/** POST /cash/withdrawals. The key is a header. */
export const WithdrawalBody = z.object({ bankAccountId: id, amount: aedAmount })
