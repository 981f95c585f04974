import type {
  RelocationKind,
  RelocationState,
  RelocationView,
  StaffRelocationView,
} from '@hissa/contracts/tokenisation'
import type { Transitions } from '@hissa/kernel'
import type { Address } from 'viem'
import type { SettledReceipt } from '../chain/chain.api.js'
import type { Screened } from '../accounts/screen-address.js'

export type RelocationCommand = 'approve' | 'decline' | 'withdraw' | 'complete' | 'cancel'

/** A recovery begins as `moving`. */
export const RELOCATION_TRANSITIONS: Transitions<RelocationState, RelocationCommand> = {
  requested: { approve: 'moving', decline: 'declined', withdraw: 'withdrawn' },
  moving: { complete: 'completed', cancel: 'cancelled' },
  completed: {},
  cancelled: {},
  declined: {},
  withdrawn: {},
}

/** A transaction of a relocation. Without a receipt it is in progress; one that the chain refused is removed. */
export interface RelocationStep {
  /** The transaction's id. */
  id: string
  /** Registers the new wallet, corrects its country, moves one token, or deletes the registration of the old wallet. */
  kind: 'register' | 'country' | 'move' | 'close'
  /** Set for a move. */
  propertyId?: string
  receipt?: SettledReceipt
}

/** A move of all shares of an investor from one address of theirs to another. */
export interface Relocation {
  _id: string
  userId: string
  kind: RelocationKind
  state: RelocationState
  from: Address
  to: Address
  requestedAt: Date
  endedAt?: Date
  /** Wall time at which it was approved. */
  startedAt?: Date
  /** Set while it is requested or moving: at most one for each investor. */
  isOpen?: true
  /**
   * Set while there may be something to plan: while it moves, while what a cancelled one has done is undone, and again after
   * a reorganisation has undone a step.
   */
  isWorking?: true
  /** The latest screening of a new wallet; wall time. */
  screening?: { at: Date; result: Screened }
  steps: RelocationStep[]
  /** Wall time before which nothing is planned, after a refusal. */
  after?: Date
  /** The last refusal of a step, if none has succeeded since: the reason's code, its wall time, and how many in a row. */
  refusal?: { reason: string; at: Date; count: number }
  version: number
}

/** Returns the steps that move shares, one for each token, with the confirmed one if there are several of a token. */
export function movesOf({ steps }: Pick<Relocation, 'steps'>): Map<string, RelocationStep> {
  const moves = new Map<string, RelocationStep>()
  for (const step of steps)
    if (step.propertyId !== undefined && moves.get(step.propertyId)?.receipt === undefined)
      moves.set(step.propertyId, step)
  return moves
}

/** Returns whether shares of a token have arrived at the new address. */
export const hasMoved = ({ steps }: Pick<Relocation, 'steps'>): boolean =>
  steps.some(({ kind, receipt }) => kind === 'move' && receipt !== undefined)

/** Returns the ids of the transactions whose results are not known yet. */
export const openSteps = ({ steps }: Pick<Relocation, 'steps'>): string[] =>
  steps.filter(({ receipt }) => receipt === undefined).map(({ id }) => id)

/** Returns what investors and staff see of a relocation. Pure. */
export function relocationView(relocation: Relocation): RelocationView {
  const { _id: relocationId, kind, state, from, to, requestedAt, endedAt } = relocation
  const moves = [...movesOf(relocation).values()]
  const tokensMoved = moves.filter(({ receipt }) => receipt !== undefined).length
  return {
    ...{ relocationId, kind, state, from, to, tokens: moves.length, tokensMoved },
    ...{ requestedAt: requestedAt.toISOString(), ...(endedAt && { endedAt: endedAt.toISOString() }) },
  }
}

/** Returns what staff see of a relocation: also the last refusal by the chain. Pure. */
export function staffRelocationView(relocation: Relocation): StaffRelocationView {
  const { refusal } = relocation
  return { ...relocationView(relocation), ...(refusal && { refusal: { ...refusal, at: refusal.at.toISOString() } }) }
}
