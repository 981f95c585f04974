import { type Answer, type Input, ok } from '@hissa/contracts'
import { type CashMovement, type GetCash, orderReference } from '@hissa/contracts/investment'
import { defineCursor } from '@hissa/kernel'
import { type Balance, Committer } from '@hissa/ledger'
import { type Fils, fils } from '@hissa/money'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { accounts } from '../accounts.js'
import { type Raise, RaiseStore } from '../raises/raises.api.js'
import { type CashTransfer, MovementStore } from './movement.store.js'
import { MINIMUM_WITHDRAWAL_FILS, type Withdrawal, withdrawalView } from './withdrawal.js'
import { WithdrawalStore } from './withdrawal.store.js'

const CURSOR = defineCursor('cash', z.tuple([z.int().check(z.positive())]))

/**
 * Returns what may still be withdrawn from a balance, in fils: posted credits less debits, posted and pending. Refunds on
 * their way to a card are pending debits.
 */
export const availableOf = ({ creditsPosted, debitsPosted, debitsPending }: Balance): Fils =>
  fils(creditsPosted - debitsPosted - debitsPending)

/** Reads an investor's cash and its movements from the ledger. */
@Injectable()
export class ReadCash {
  constructor(
    private readonly ledger: Committer,
    private readonly movements: MovementStore,
    private readonly withdrawals: WithdrawalStore,
    private readonly raises: RaiseStore,
  ) {}

  async run(userId: string, { limit, cursor }: Input<typeof GetCash>): Promise<Answer<typeof GetCash>> {
    const before = CURSOR.decode(cursor)
    if (!before.ok) return before
    const account = accounts.investorCash(userId)
    const [balance, inFlightFils, found] = await Promise.all([
      this.ledger.balance(account),
      this.withdrawals.openTotal(userId),
      this.movements.of(account, limit + 1, before.value?.[0]),
    ])
    const page = found.slice(0, limit)
    const ids = (field: string) => [...new Set(page.flatMap(({ ref }) => ref?.[field] ?? []))]
    const [withdrawals, raises] = await Promise.all([
      this.withdrawals.byIds(ids('withdrawalId')),
      this.raises.byIds(ids('propertyId')),
    ])
    const last = found.length > limit ? page.at(-1) : undefined
    return ok({
      availableFils: availableOf(balance),
      inFlightFils,
      minimumWithdrawalFils: MINIMUM_WITHDRAWAL_FILS,
      movements: page.map((transfer) => movementOf(transfer, account, { withdrawals, raises })),
      count: page.length,
      ...(last ? { cursor: CURSOR.encode([last.seq]) } : {}),
    })
  }
}

interface Related {
  withdrawals: ReadonlyMap<string, Withdrawal>
  raises: ReadonlyMap<string, Raise>
}

function movementOf(transfer: CashTransfer, account: string, { withdrawals, raises }: Related): CashMovement {
  const { _id: movementId, at, code, credit, amount, ref } = transfer
  const withdrawal = ref?.['withdrawalId'] === undefined ? undefined : withdrawals.get(ref['withdrawalId'])
  const property = propertyOf(ref?.['propertyId'], raises)
  const reference = ref?.['reference'] ?? (ref?.['orderId'] === undefined ? undefined : orderReference(ref['orderId']))
  return {
    ...{ movementId, at: at.toISOString(), kind: kindOf(code), code, amountFils: fils(amount) },
    direction: credit === account ? 'in' : 'out',
    state: stateOf(transfer),
    ...(property ? { property } : {}),
    ...(reference === undefined ? {} : { reference }),
    ...(withdrawal ? { withdrawal: withdrawalView(withdrawal) } : {}),
  }
}

const OF_ORDER: Readonly<Record<string, CashMovement['kind']>> = {
  'order.subscribe': 'order',
  'order.fee': 'order_fee',
  'order.unsubscribe': 'order_returned',
  'order.fee-return': 'order_fee_returned',
}

/** Returns the kind of a movement by the code of its transfer. */
function kindOf(code: string): CashMovement['kind'] {
  if (code === 'withdrawal' || code === 'withdrawal_returned') return code
  const ofOrder = OF_ORDER[code]
  if (ofOrder) return ofOrder
  return code.startsWith('distribution') ? 'distribution' : 'other'
}

function stateOf({ kind, outcome }: CashTransfer): CashMovement['state'] {
  if (kind === 'single' || outcome === 'post') return 'completed'
  return outcome ? 'released' : 'pending'
}

function propertyOf(propertyId: string | undefined, raises: ReadonlyMap<string, Raise>): CashMovement['property'] {
  if (propertyId === undefined) return undefined
  const { slug = propertyId, title = propertyId } = raises.get(propertyId) ?? {}
  return { propertyId, slug, title }
}
