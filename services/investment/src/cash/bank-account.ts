import type { BankAccountView } from '@hissa/contracts/investment'
import { BankAccountCodeRequested } from '@hissa/contracts/investment'
import type { Locale } from '@hissa/contracts'
import type { Save } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ids } from '../ports.js'

export const BANK_ACCOUNTS = 'bank_accounts'

export const MOST_BANK_ACCOUNTS = 3
/** Accounts that a user may add in 24 hours, removed ones included, so that adding again gives no more tries at codes. */
export const MOST_ADDED_A_DAY = 10
/** How long a new account waits, so that its holder can stop a stranger who has added it. */
export const WAITING_MS = 24 * 3_600_000
export const CODE_LIFE_MS = 24 * 3_600_000
export const MOST_ATTEMPTS = 5
export const MOST_CODES = 5

/** A bank account of an investor. */
export interface BankAccount {
  _id: string
  userId: string
  /** Number and holder, sealed with the investor's key; base64. */
  sealed: string
  /** Masked. */
  iban: string
  addedAt: Date
  availableAt: Date
  confirmedAt?: Date
  removedAt?: Date
  /** The latest code: its digits are derived and never stored. */
  code?: { issue: number; issuedAt: Date; attempts: number }
  /** `<userId>:<n>` while not removed; unique, so that no user has more accounts. */
  slot?: string
  /** Keyed hash of user and number while not removed; unique. */
  numberHash?: string
  version: number
}

/** What is sealed. */
export interface SealedAccount {
  iban: string
  holderName: string
}

/** Masks all but the country and the last four digits. */
export const maskIban = (iban: string) => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`

/** Returns the name of the field of an account that is sealed. */
export const fieldOf = (bankAccountId: string) => `bank-account/${bankAccountId}`

/** Derives codes and hashes of numbers from the service's key. */
export class BankAccountSecrets {
  private readonly key: Buffer

  constructor(masterKey: Buffer) {
    this.key = createHmac('sha256', masterKey).update('bank-accounts').digest()
  }

  /** Derives six digits from account and issue, so that they need not be stored or published in events. */
  codeOf(bankAccountId: string, issue: number): string {
    return String(this.digest('code', bankAccountId, String(issue)).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  }

  isCode(bankAccountId: string, issue: number, code: string): boolean {
    const expected = Buffer.from(this.codeOf(bankAccountId, issue))
    const given = Buffer.from(code)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  hashOf(userId: string, iban: string): string {
    return this.digest('number', userId, iban).toString('base64url')
  }

  private digest(...parts: string[]): Buffer {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest()
  }
}

/** Returns whether the latest code can still be entered. */
export const isCodeOpen = ({ code }: BankAccount, at: Date) =>
  code !== undefined && code.attempts < MOST_ATTEMPTS && at.getTime() < codeExpiresAt(code).getTime()

export const codeExpiresAt = ({ issuedAt }: NonNullable<BankAccount['code']>) =>
  new Date(issuedAt.getTime() + CODE_LIFE_MS)

/** Returns the save of a changed account. */
export const accountSave = (
  { _id: id, version }: BankAccount,
  set: Partial<BankAccount>,
  unset: ReadonlyArray<keyof BankAccount> = [],
): Save => ({ collection: BANK_ACCOUNTS, id, version, set, unset })

/** Returns the event that asks for the email with the latest code. `version` is that of the row after the change. */
export function codeEvent(
  { _id: bankAccountId, userId }: BankAccount,
  { issue, language, version, at }: { issue: number; language: Locale | undefined; version: number; at: Date },
  ids: Ids,
) {
  const data = { userId, bankAccountId, issue, ...(language ? { language } : {}), version }
  const about = { aggregateId: bankAccountId, version, data, time: at, eventId: ids.next() }
  return { row: outboxRow(newEvent(BankAccountCodeRequested, about)) }
}

/** Returns an account as its holder sees it at `at`. */
export function bankAccountView(account: BankAccount, at: Date): BankAccountView {
  const { _id: bankAccountId, iban, addedAt, availableAt, confirmedAt } = account
  const state = !confirmedAt ? 'unconfirmed' : at < availableAt ? 'waiting' : 'ready'
  const times = { availableAt: availableAt.toISOString(), addedAt: addedAt.toISOString() }
  return { bankAccountId, iban, state, ...times }
}
