import {
  type Answer,
  type ErrorOf,
  type ErrorsOf,
  type Input,
  NOT_FOUND,
  ok,
  refuse,
  type Refused,
  type Result,
} from '@hissa/contracts'
import {
  type AddBankAccount,
  BANK_ACCOUNT_IN_USE,
  BANK_ACCOUNT_KNOWN,
  BANK_ACCOUNTS_TOO_OFTEN,
  BANK_CODE_EXPIRED,
  BANK_CODE_WRONG,
  BANK_CODES_EXHAUSTED,
  type BankAccountView,
  type ConfirmBankAccount,
  type GetBankAccountCode,
  HOLDER_NAME_MISMATCH,
  IBAN_INVALID,
  type ListBankAccounts,
  type RemoveBankAccount,
  type SendBankAccountCode,
  TOO_MANY_BANK_ACCOUNTS,
} from '@hissa/contracts/investment'
import { CompareHolderName } from '@hissa/contracts/kyc'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { RpcClient } from '@hissa/messaging'
import { KeyRing } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { readIban } from '../iban.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids } from '../ports.js'
import {
  accountSave,
  BANK_ACCOUNTS,
  type BankAccount,
  BankAccountSecrets,
  bankAccountView,
  codeEvent,
  codeExpiresAt,
  fieldOf,
  isCodeOpen,
  maskIban,
  MOST_ADDED_A_DAY,
  MOST_ATTEMPTS,
  MOST_BANK_ACCOUNTS,
  MOST_CODES,
  type SealedAccount,
  WAITING_MS,
} from './bank-account.js'
import { refuseUnpayable } from './payable.js'
import { BankAccountStore, NUMBER_INDEX } from './bank-account.store.js'
import { WithdrawalStore } from './withdrawal.store.js'

/** Each further try follows another account of the same investor that took the slot first. */
const MOST_TRIES = MOST_BANK_ACCOUNTS + 1
const DAY_MS = 24 * 3_600_000

/**
 * Adds, confirms and removes the bank accounts of investors. The number is sealed with the investor's key and shown
 * masked. Events: `investment.bank_account.code_requested.v1`.
 */
@Injectable()
export class ManageBankAccounts {
  constructor(
    private readonly ledger: Committer,
    private readonly bankAccounts: BankAccountStore,
    private readonly withdrawals: WithdrawalStore,
    private readonly investors: InvestorStore,
    private readonly secrets: BankAccountSecrets,
    private readonly keys: KeyRing,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async list(userId: string): Promise<Answer<typeof ListBankAccounts>> {
    const rows = await this.bankAccounts.of(userId)
    const at = this.clock.now()
    const bankAccounts = rows.map((row) => bankAccountView(row, at))
    return ok({ bankAccounts, count: bankAccounts.length, maximum: MOST_BANK_ACCOUNTS })
  }

  async add(userId: string, input: Input<typeof AddBankAccount>): Promise<Answer<typeof AddBankAccount>> {
    const ineligible = refuseUnpayable(await this.investors.statusOf(userId)) ?? (await this.tooOften(userId))
    if (ineligible) return ineligible
    const iban = readIban(input.iban)
    if (!iban) return refuse(IBAN_INVALID, 'This is not a valid IBAN of a bank in the United Arab Emirates.')
    const { holderName, locale } = input
    const compared = await this.rpc.ask(CompareHolderName, { userId, holderName })
    if (!compared.ok || compared.value.result !== 'match')
      return refuse(HOLDER_NAME_MISMATCH, 'The account has to be in your own name, as it was verified.')
    const id = this.ids.next()
    const content: SealedAccount = { iban, holderName }
    const sealed = (await this.keys.sealField(userId, fieldOf(id), content)).toString('base64')
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const added = await this.insert({ id, userId, iban, sealed }, locale)
      if (added) return added
    }
    return tooMany()
  }

  private async tooOften(userId: string) {
    const added = await this.bankAccounts.addedSince(userId, new Date(this.clock.now().getTime() - DAY_MS))
    const oldest = added.at(-MOST_ADDED_A_DAY)
    if (!oldest) return undefined
    const availableAt = new Date(oldest.getTime() + DAY_MS).toISOString()
    return refuse(BANK_ACCOUNTS_TOO_OFTEN, 'You have added too many bank accounts today. Try again tomorrow.', {
      availableAt,
    })
  }

  /** Writes a new account; undefined if another account of the investor took its slot first. */
  private async insert(
    { id, userId, iban, sealed }: { id: string; userId: string; iban: string; sealed: string },
    language: Input<typeof AddBankAccount>['locale'],
  ): Promise<Answer<typeof AddBankAccount> | undefined> {
    const at = this.clock.now()
    const numberHash = this.secrets.hashOf(userId, iban)
    const others = await this.bankAccounts.of(userId)
    if (others.some((other) => other.numberHash === numberHash)) return known()
    const slots = Array.from({ length: MOST_BANK_ACCOUNTS }, (_, index) => `${userId}:${index}`)
    const slot = slots.find((free) => others.every((other) => other.slot !== free))
    if (!slot) return tooMany()
    const account: BankAccount = {
      ...{ _id: id, userId, sealed, iban: maskIban(iban), addedAt: at, slot, numberHash, version: 1 },
      availableAt: new Date(at.getTime() + WAITING_MS),
      code: { issue: 1, issuedAt: at, attempts: 0 },
    }
    const { _id, version: _, ...set } = account
    const outcome = await this.ledger.commit({
      ...{ key: `bank-account:${id}:${slot}`, inputHash: id, transfers: [] },
      saves: [{ collection: BANK_ACCOUNTS, id, version: 0, set }],
      events: [codeEvent(account, { issue: 1, language, version: 1, at }, this.ids)],
    })
    if (outcome.ok) return ok({ bankAccount: bankAccountView(account, at) })
    if (outcome.reason !== 'DUPLICATE') throw new Error(`the bank account was not added: ${outcome.reason}`)
    return outcome.index === NUMBER_INDEX ? known() : undefined
  }

  async sendCode(
    userId: string,
    { bankAccountId, locale: language }: Input<typeof SendBankAccountCode>,
  ): Promise<Answer<typeof SendBankAccountCode>> {
    return this.change<ErrorsOf<typeof SendBankAccountCode>>(userId, bankAccountId, 'code', (account, at) => {
      if (account.confirmedAt) return noAccount()
      const issue = (account.code?.issue ?? 0) + 1
      if (issue > MOST_CODES)
        return refuse(BANK_CODES_EXHAUSTED, 'We can’t send more codes for this account. Remove it and add it again.')
      const set = { code: { issue, issuedAt: at, attempts: 0 } }
      const events = [codeEvent(account, { issue, language, version: account.version + 1, at }, this.ids)]
      return ok({ set, events })
    })
  }

  async confirm(
    userId: string,
    { bankAccountId, code }: Input<typeof ConfirmBankAccount>,
  ): Promise<Answer<typeof ConfirmBankAccount>> {
    let attemptsLeft: number | undefined
    const changed = await this.change<ErrorsOf<typeof ConfirmBankAccount>>(
      userId,
      bankAccountId,
      'confirm',
      (account, at) => {
        attemptsLeft = undefined
        if (account.confirmedAt) return ok(undefined)
        if (!isCodeOpen(account, at)) return refuse(BANK_CODE_EXPIRED, 'This code no longer works. Ask for a new one.')
        const { issue, issuedAt, attempts } = account.code!
        if (this.secrets.isCode(bankAccountId, issue, code)) return ok({ set: { confirmedAt: at } })
        // The attempt is counted in a separate commit, so that codes can't be tried in parallel.
        attemptsLeft = MOST_ATTEMPTS - attempts - 1
        return ok({ set: { code: { issue, issuedAt, attempts: attempts + 1 } } })
      },
    )
    if (!changed.ok || attemptsLeft === undefined) return changed
    return refuse(BANK_CODE_WRONG, 'This is not the code of our latest email.', { attemptsLeft })
  }

  async remove(
    userId: string,
    { bankAccountId }: Input<typeof RemoveBankAccount>,
  ): Promise<Answer<typeof RemoveBankAccount>> {
    const removed = await this.change<ErrorsOf<typeof RemoveBankAccount>>(
      userId,
      bankAccountId,
      'remove',
      async (_, at) => {
        if (await this.withdrawals.isInUse(bankAccountId))
          return refuse(BANK_ACCOUNT_IN_USE, 'A withdrawal to this account is on its way. Remove it afterwards.')
        return ok({ set: { removedAt: at }, unset: ['slot', 'numberHash', 'code'] as const })
      },
    )
    return removed.ok ? this.list(userId) : removed
  }

  /** Returns the latest code of an account for its email, while it can be entered. */
  async code({ bankAccountId, issue }: Input<typeof GetBankAccountCode>): Promise<Answer<typeof GetBankAccountCode>> {
    const account = await this.bankAccounts.byId(bankAccountId)
    const isCurrent = account && !account.removedAt && !account.confirmedAt && account.code?.issue === issue
    if (!isCurrent || !isCodeOpen(account, this.clock.now())) return noAccount()
    const expiresAt = codeExpiresAt(account.code!).toISOString()
    return ok({ code: this.secrets.codeOf(bankAccountId, issue), expiresAt, iban: account.iban })
  }

  /** Commits a change of the caller's account; `decide` may refuse it, or return nothing to change. */
  private async change<E>(
    userId: string,
    bankAccountId: string,
    verb: string,
    decide: (account: BankAccount, at: Date) => Decided<E> | Promise<Decided<E>>,
  ): Promise<Result<{ bankAccount: BankAccountView }, E | ErrorOf<typeof NOT_FOUND>>> {
    let after: BankAccount | undefined
    const outcome = await this.ledger.decideAndCommit<Refused<E | ErrorOf<typeof NOT_FOUND>> | undefined>(async () => {
      const account = await this.bankAccounts.own(userId, bankAccountId)
      if (!account) return { done: noAccount() }
      const at = this.clock.now()
      const decided = await decide(account, at)
      if (!decided.ok) return { done: decided }
      after = account
      if (!decided.value) return { done: undefined }
      const { set, unset, events = [] } = decided.value
      after = { ...account, ...set, version: account.version + 1 }
      const key = `bank-account:${bankAccountId}:${account.version}:${verb}`
      return { key, inputHash: this.ids.next(), transfers: [], saves: [accountSave(account, set, unset)], events }
    })
    if ('done' in outcome && outcome.done) return outcome.done
    if ('ok' in outcome && !outcome.ok) throw new Error(`the bank account was not changed: ${outcome.reason}`)
    return ok({ bankAccount: bankAccountView(after!, this.clock.now()) })
  }
}

interface AccountChange {
  set: Partial<BankAccount>
  unset?: ReadonlyArray<keyof BankAccount>
  events?: ReturnType<typeof codeEvent>[]
}
type Decided<E> = Result<AccountChange | undefined, E>

const noAccount = () => refuse(NOT_FOUND, 'There is no such bank account.')
const known = () => refuse(BANK_ACCOUNT_KNOWN, 'You have added this account already.')
const tooMany = () =>
  refuse(TOO_MANY_BANK_ACCOUNTS, `You can have ${MOST_BANK_ACCOUNTS} bank accounts. Remove one first.`, {
    maximum: MOST_BANK_ACCOUNTS,
  })
