import type { RelocationView } from '@hissa/contracts/tokenisation'
import type { MessageId } from '../../i18n/i18n.js'
import type { Tone } from '../../ui/status.js'

type State = RelocationView['state']

/** The label and tone of each state of a request. */
export const MOVE_STATES: Record<State, { tone: Tone; word: MessageId }> = {
  requested: { tone: 'info', word: 'wallet.state.requested' },
  moving: { tone: 'info', word: 'wallet.state.moving' },
  completed: { tone: 'good', word: 'wallet.state.completed' },
  declined: { tone: 'bad', word: 'wallet.state.declined' },
  withdrawn: { tone: 'neutral', word: 'wallet.state.withdrawn' },
  cancelled: { tone: 'bad', word: 'wallet.state.cancelled' },
}

/** What a request moves shares to, in words. */
export const MOVE_KINDS: Record<RelocationView['kind'], MessageId> = {
  own_wallet: 'wallet.kind.ownWallet',
  return: 'wallet.kind.return',
  recovery: 'wallet.kind.recovery',
}

/** Why the shares move, by what a request moves them to. */
export const MOVE_REASONS: Record<RelocationView['kind'], MessageId> = {
  own_wallet: 'wallet.why.ownWallet',
  return: 'wallet.why.return',
  recovery: 'wallet.why.recovery',
}

/** Returns whether a request has not ended, so that there can't be another. */
export const isOpen = (move: RelocationView | undefined): boolean =>
  move?.state === 'requested' || move?.state === 'moving'

const POLL_MS: Partial<Record<State, number>> = { requested: 20_000, moving: 5_000 }

/** Returns how often to read a wallet again, in milliseconds; 0 for never, because nothing is in progress. */
export const pollOf = (move: RelocationView | undefined): number => (move && POLL_MS[move.state]) ?? 0
