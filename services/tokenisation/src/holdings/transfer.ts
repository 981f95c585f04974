import type { Transitions } from '@hissa/kernel'
import type { Units } from '@hissa/money'
import type { Address } from 'viem'
import type { SettledReceipt } from '../chain/chain.api.js'

/**
 * - `waiting`: decided by the share register, not moved on the chain yet.
 * - `moving`, `moved`: its transaction is in progress, or confirmed.
 */
export type TransferState = 'waiting' | 'moving' | 'moved'

type Command = 'move' | 'confirm' | 'refuse' | 'loseBlock'

/** A transaction that was refused may be executed after a reorganisation (`loseBlock`). */
const TRANSITIONS: Transitions<TransferState, Command> = {
  waiting: { move: 'moving', loseBlock: 'moving' },
  moving: { confirm: 'moved', refuse: 'waiting' },
  moved: { loseBlock: 'moving', refuse: 'waiting' },
}

/** Returns whether a command leads from one state to the other. */
export const canBecome = (from: TransferState, to: TransferState): boolean =>
  from === to || Object.values(TRANSITIONS[from]).flat().includes(to)

/** A transfer of registered shares from one investor to another. */
export interface Transfer {
  /** The transfer's id on the share register. */
  _id: string
  propertyId: string
  fromUserId: string
  toUserId: string
  units: Units
  state: TransferState
  /** When it was decided: earlier transfers from an investor are carried out first. */
  decidedAt: Date
  /** The transaction that moves the shares, or was the latest to try. */
  transaction?: string
  /** The receiver's address in that transaction. */
  account?: Address
  receipt?: SettledReceipt
  /** Why it can't be carried out now, while it waits. */
  held?: 'receiver_frozen'
  /** Wall time before which it is not tried again, after a refusal. */
  after?: Date
  version: number
}
