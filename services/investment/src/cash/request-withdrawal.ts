import { type Answer, type ErrorsOf, type Input, NOT_FOUND, ok, refuse, type Result } from '@hissa/contracts'
import {
  BANK_ACCOUNT_UNCONFIRMED,
  BANK_ACCOUNT_WAITING,
  CASH_INSUFFICIENT,
  type CancelWithdrawal,
  IDEMPOTENCY_KEY_REUSED,
  PAYOUT_BLOCKED,
  type RequestWithdrawal as Contract,
  TOO_MANY_WITHDRAWALS,
  WITHDRAWAL_BELOW_MINIMUM,
  WITHDRAWAL_NOT_CANCELLABLE,
  withdrawalReference,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { type Fils, parseAed } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { accounts } from '../accounts.js'
import { PaymentDifferenceStore } from '../differences/differences.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids } from '../ports.js'
import { accountSave, type BankAccount, bankAccountView } from './bank-account.js'
import { refuseUnpayable } from './payable.js'
import { BankAccountStore } from './bank-account.store.js'
import { availableOf } from './read-cash.js'
import {
  decideWithdrawal,
  holdOf,
  MINIMUM_WITHDRAWAL_FILS,
  MOST_OPEN_WITHDRAWALS,
  requestChange,
  stepParts,
  type Withdrawal,
  withdrawalView,
} from './withdrawal.js'
import { WithdrawalStore } from './withdrawal.store.js'

type Refusals = ErrorsOf<typeof Contract>
interface Request {
  userId: string
  bankAccountId: string
  amountFils: Fils
  requestKey: string
  inputHash: string
}

/**
 * Reserves cash for a withdrawal, and releases it if the investor cancels in time. Idempotent by the caller's key.
 * Events: `investment.withdrawal.changed.v1`.
 */
@Injectable()
export class RequestWithdrawal {
  constructor(
    private readonly ledger: Committer,
    private readonly withdrawals: WithdrawalStore,
    private readonly bankAccounts: BankAccountStore,
    private readonly investors: InvestorStore,
    private readonly differences: PaymentDifferenceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async run(userId: string, input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const { bankAccountId, amount, idempotencyKey } = input
    const amountFils = parseAed(amount)
    const inputHash = hash([bankAccountId, amountFils])
    const requestKey = `withdraw:${userId}:${hash([idempotencyKey])}`
    const request = { userId, bankAccountId, amountFils, requestKey, inputHash }
    let requested: Withdrawal | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof Contract>>(async () => {
      const first = await this.withdrawals.byKey(requestKey)
      if (first) return { done: repeated(first, inputHash) }
      const account = await this.accountFor(request)
      if (!account.ok) return { done: account }
      requested = this.withdrawal(request, account.value)
      // The account changes in the same commit, so that it can't be removed at the same time.
      return requestChange(requested, [accountSave(account.value, {})], this.ids)
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) {
      // A call with the same key was committed first.
      const first = outcome.replayed ? await this.withdrawals.byKey(requestKey) : undefined
      return ok({ withdrawal: withdrawalView(first ?? { ...requested!, version: 1 }) })
    }
    if (outcome.reason === 'LIMIT') return this.insufficient(userId)
    throw new Error(`the withdrawal was not requested: ${outcome.reason}`)
  }

  /** Returns the account of a withdrawal that is possible now, apart from its amount of cash. */
  private async accountFor({ userId, bankAccountId, amountFils }: Request): Promise<Result<BankAccount, Refusals>> {
    const ineligible = refuseUnpayable(await this.investors.statusOf(userId))
    if (ineligible) return ineligible
    if ((await this.differences.blockedOf([userId])).size > 0)
      return refuse(PAYOUT_BLOCKED, 'We are checking one of your payments. Nothing can be paid out until that is done.')
    const account = await this.bankAccounts.own(userId, bankAccountId)
    if (!account) return refuse(NOT_FOUND, 'There is no such bank account.')
    const { state, availableAt } = bankAccountView(account, this.clock.now())
    if (state === 'unconfirmed')
      return refuse(BANK_ACCOUNT_UNCONFIRMED, 'Enter the code from our email to confirm this bank account first.')
    if (state === 'waiting')
      return refuse(BANK_ACCOUNT_WAITING, 'A new bank account can be used after 24 hours.', { availableAt })
    if (amountFils < MINIMUM_WITHDRAWAL_FILS)
      return refuse(WITHDRAWAL_BELOW_MINIMUM, 'The amount is below the smallest withdrawal.', {
        minimumFils: MINIMUM_WITHDRAWAL_FILS,
      })
    if ((await this.withdrawals.countOpen(userId)) >= MOST_OPEN_WITHDRAWALS)
      return refuse(TOO_MANY_WITHDRAWALS, 'Too many of your withdrawals are on their way. Wait until one is paid.', {
        maximum: MOST_OPEN_WITHDRAWALS,
      })
    return ok(account)
  }

  private withdrawal({ requestKey, ...request }: Request, { iban }: BankAccount): Withdrawal {
    const _id = this.ids.next()
    return {
      ...{ _id, reference: withdrawalReference(_id), ...request, iban, state: 'requested', requestKey },
      ...{ hold: holdOf(requestKey), requestedAt: this.clock.now(), version: 0 },
    }
  }

  private async insufficient(userId: string) {
    const availableFils = availableOf(await this.ledger.balance(accounts.investorCash(userId)))
    return refuse(CASH_INSUFFICIENT, 'You don’t have that much cash available.', { availableFils })
  }

  async cancel(
    userId: string,
    { withdrawalId }: Input<typeof CancelWithdrawal>,
  ): Promise<Answer<typeof CancelWithdrawal>> {
    let after: Withdrawal | undefined
    const outcome = await this.ledger.decideAndCommit<Answer<typeof CancelWithdrawal>>(async () => {
      const withdrawal = await this.withdrawals.byId(withdrawalId)
      if (withdrawal?.userId !== userId) return { done: refuse(NOT_FOUND, 'There is no such withdrawal.') }
      if (withdrawal.state === 'cancelled') return { done: ok({ withdrawal: withdrawalView(withdrawal) }) }
      const at = this.clock.now()
      const step = decideWithdrawal(withdrawal, { type: 'cancel' }, at)
      const { state, version } = withdrawal
      if (!step.ok)
        return { done: refuse(WITHDRAWAL_NOT_CANCELLABLE, 'This withdrawal has already been sent.', { state }) }
      after = { ...withdrawal, ...step.value.set, version: version + 1 }
      const { save, event } = stepParts(withdrawal, step.value, at, this.ids)
      const key = `withdrawal:${withdrawalId}:${version}:cancel`
      return { key, inputHash: 'cancel', transfers: step.value.transfers, saves: [save], events: [event] }
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return ok({ withdrawal: withdrawalView(after!) })
    throw new Error(`the withdrawal was not cancelled: ${outcome.reason}`)
  }
}

function repeated(first: Withdrawal, inputHash: string): Answer<typeof Contract> {
  if (first.inputHash === inputHash) return ok({ withdrawal: withdrawalView(first) })
  return refuse(IDEMPOTENCY_KEY_REUSED, 'This Idempotency-Key was used for another withdrawal.')
}

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
