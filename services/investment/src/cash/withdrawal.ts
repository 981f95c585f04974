import type { WithdrawalState, WithdrawalView } from '@hissa/contracts/investment'
import { WithdrawalChanged } from '@hissa/contracts/investment'
import { follow, type IllegalTransition, type Transitions } from '@hissa/kernel'
import { type Change, type Save, single, type TransferInput, transferId } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import { type Fils, fils } from '@hissa/money'
import { ok, type Result } from '@hissa/contracts'
import { accounts } from '../accounts.js'
import type { Ids } from '../ports.js'

export const WITHDRAWALS = 'withdrawals'

/** The smallest withdrawal: AED 10. */
export const MINIMUM_WITHDRAWAL_FILS = fils(1_000)
/** Withdrawals of one investor that have not ended, so that nobody fills the payment files of others. */
export const MOST_OPEN_WITHDRAWALS = 10

type Verb = 'send' | 'recall' | 'pay' | 'reject' | 'return' | 'cancel'

/** The life of a withdrawal. Once its file has left, only the bank's statement changes it. */
export const WITHDRAWAL_TRANSITIONS: Transitions<WithdrawalState, Verb> = {
  requested: { send: 'sent', cancel: 'cancelled' },
  sent: { recall: 'requested', pay: 'paid', reject: 'rejected' },
  paid: { return: 'returned' },
  rejected: {},
  returned: {},
  cancelled: {},
}

/** A withdrawal of an investor's cash to their bank account. */
export interface Withdrawal {
  _id: string
  /** For people, and in the bank's statement. */
  reference: string
  userId: string
  bankAccountId: string
  /** Masked. */
  iban: string
  amountFils: Fils
  state: WithdrawalState
  /** The pending transfer that reserves the money. */
  hold: string
  requestKey: string
  inputHash: string
  requestedAt: Date
  sentAt?: Date
  endedAt?: Date
  fileId?: string
  /** The bank's code of a rejection or a return. */
  bankReason?: string
  version: number
}

export type WithdrawalCommand =
  | { type: 'send'; fileId: string }
  | { type: 'recall' }
  | { type: 'pay' }
  | { type: 'reject'; bankReason?: string }
  | { type: 'return'; bankReason?: string }
  | { type: 'cancel' }

export interface WithdrawalStep {
  set: Partial<Withdrawal>
  unset?: ReadonlyArray<'fileId' | 'sentAt'>
  transfers: TransferInput[]
}

/** Returns the id that a payment carries through the banks: the withdrawal's, in 32 characters. */
export const endToEndId = (withdrawalId: string) => withdrawalId.replaceAll('-', '')

/** Returns the withdrawal of an end-to-end id; undefined if none of ours has that form. */
export function withdrawalIdOf(text: string): string | undefined {
  if (!/^[0-9a-f]{32}$/i.test(text)) return undefined
  const parts = [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)]
  return parts.join('-').toLowerCase()
}

/** Returns what a command changes of a withdrawal. Pure. */
export function decideWithdrawal(
  withdrawal: Withdrawal,
  command: WithdrawalCommand,
  at: Date,
): Result<WithdrawalStep, IllegalTransition> {
  const next = follow(WITHDRAWAL_TRANSITIONS, withdrawal.state, command.type)
  if (!next.ok) return next
  const state = next.value
  const reason = 'bankReason' in command && command.bankReason ? { bankReason: command.bankReason } : {}
  if (command.type === 'send') return ok({ set: { state, sentAt: at, fileId: command.fileId }, transfers: [] })
  if (command.type === 'recall') return ok({ set: { state }, unset: ['fileId', 'sentAt'], transfers: [] })
  return ok({ set: { state, endedAt: at, ...reason }, transfers: transfersOf(withdrawal, command.type) })
}

/** A paid withdrawal leaves the investor's cash and then the bank; a returned one comes back the same way. */
function transfersOf(withdrawal: Withdrawal, type: Exclude<Verb, 'send' | 'recall'>): TransferInput[] {
  const { hold: pendingId, userId, amountFils } = withdrawal
  const ref = refOf(withdrawal)
  if (type === 'pay')
    return [
      { kind: 'post', code: 'withdrawal_paid', pendingId, ref },
      ...single('withdrawal_left', accounts.payoutsInFlight(), accounts.bank(), amountFils, ref),
    ]
  if (type === 'return')
    return single('withdrawal_returned', accounts.bank(), accounts.investorCash(userId), amountFils, ref)
  return [{ kind: 'void', code: type === 'cancel' ? 'withdrawal_cancelled' : 'withdrawal_rejected', pendingId, ref }]
}

const refOf = ({ _id, reference }: Pick<Withdrawal, '_id' | 'reference'>) => ({ withdrawalId: _id, reference })

/** Builds the change that reserves the money of a new withdrawal. `saves` are documents of the same commit. */
export function requestChange(withdrawal: Withdrawal, saves: readonly Save[], ids: Ids): Change {
  const { _id: id, version: _, requestKey: key, inputHash, userId, amountFils, ...rest } = withdrawal
  const set = { ...rest, requestKey: key, inputHash, userId, amountFils }
  const cash = accounts.investorCash(userId)
  const ref = refOf(withdrawal)
  return {
    key,
    inputHash,
    transfers: [
      {
        ...{ kind: 'pending', code: 'withdrawal', debit: cash, credit: accounts.payoutsInFlight(), ref },
        amount: amountFils,
      },
    ],
    saves: [{ collection: WITHDRAWALS, id, version: 0, set }, ...saves],
    events: [eventOf({ ...withdrawal, version: 1 }, withdrawal.requestedAt, ids)],
  }
}

/** Returns the id of the transfer that a request's key reserves the money with. */
export const holdOf = (requestKey: string) => transferId(requestKey, 0)

/** Returns the save and the event of a step. */
export function stepParts(withdrawal: Withdrawal, { set, unset = [] }: WithdrawalStep, at: Date, ids: Ids) {
  const { _id: id, version } = withdrawal
  const save: Save = { collection: WITHDRAWALS, id, version, set, unset }
  return { save, event: eventOf({ ...withdrawal, ...set, version: version + 1 }, at, ids) }
}

function eventOf({ _id: withdrawalId, userId, amountFils, state, version }: Withdrawal, time: Date, ids: Ids) {
  const data = { withdrawalId, userId, amountFils, state, version }
  const about = { aggregateId: withdrawalId, version, data, time, eventId: ids.next() }
  return { row: outboxRow(newEvent(WithdrawalChanged, about)) }
}

/** Returns a withdrawal as its investor sees it. */
export function withdrawalView(withdrawal: Withdrawal): WithdrawalView {
  const { _id: withdrawalId, reference, amountFils, state, bankAccountId, iban, version } = withdrawal
  const { requestedAt, sentAt, endedAt } = withdrawal
  return {
    ...{ withdrawalId, reference, amountFils, state, bankAccountId, iban, requestedAt: requestedAt.toISOString() },
    ...(sentAt ? { sentAt: sentAt.toISOString() } : {}),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    version,
  }
}
