import { evidenceOf, type Approval } from '@hissa/approvals'
import type { ShareAction, ShareActionRefusal, ShareDecisionView } from '@hissa/contracts/tokenisation'
import { identityOf, isCustodial, type Account } from '../accounts/account.js'
import { isCovered, isOn, type Freeze } from '../enforcement/enforcement.api.js'
import { hasMoved, movesOf, type Relocation } from '../relocations/relocations.api.js'

/** The actions of approvals about shareholders: at most one of each is pending for an investor. */
export const SHARE_ACTIONS = {
  freeze: 'tokenisation.freeze',
  unfreeze: 'tokenisation.unfreeze',
  move: 'tokenisation.move',
  recover: 'tokenisation.recover',
  cancel: 'tokenisation.cancel',
  retry: 'tokenisation.retry',
} as const satisfies Record<ShareAction['type'], string>

/** The content of such an approval. */
export interface ShareProposal extends Readonly<Record<string, unknown>> {
  readonly userId: string
  readonly action: ShareAction
}

/** What decides whether an action is possible. */
export interface Facts {
  account: Account
  /** Freezes that are not lifted. */
  freezes: readonly Freeze[]
  /** The request or move that is open. */
  relocation: Relocation | null
  /** Whether a transaction of that move may still be executed. */
  isInFlight: boolean
  isSuspended: boolean
}

/** Returns why an action is not possible now, or undefined. Pure. */
export function obstacleOf(action: ShareAction, facts: Facts): ShareActionRefusal | undefined {
  const { account, freezes, relocation } = facts
  switch (action.type) {
    case 'freeze':
      return isCovered(freezes, action.propertyId) ? 'already_frozen' : undefined
    case 'unfreeze':
      return freezes.some((freeze) => freeze._id === action.freezeId && isOn(freeze)) ? undefined : 'not_frozen'
    case 'move':
      if (relocation?._id !== action.relocationId || relocation.state !== 'requested') return 'request_closed'
      if (account.state !== 'registered') return 'not_registered'
      if (facts.isSuspended) return 'suspended'
      return freezes.some(isOn) ? 'frozen' : undefined
    case 'recover':
      if (account.state !== 'registered') return 'not_registered'
      if (isCustodial(account)) return 'custodial'
      return account.moving === undefined ? undefined : 'moving'
    case 'cancel':
    case 'retry':
      return obstacleOfMove(action, facts)
  }
}

/** Returns why a move that has begun can't be cancelled or retried, or undefined. Pure. */
function obstacleOfMove(
  { type, relocationId }: Extract<ShareAction, { type: 'cancel' | 'retry' }>,
  { freezes, relocation, isInFlight }: Facts,
): ShareActionRefusal | undefined {
  if (relocation?._id !== relocationId || relocation.state !== 'moving') return 'not_moving'
  if (isInFlight) return 'in_flight'
  if (type === 'retry') return relocation.refusal ? undefined : 'not_refused'
  // What has moved has to return, which is impossible to a lost wallet and to a frozen address.
  if (!hasMoved(relocation)) return undefined
  if (relocation.kind === 'recovery') return 'partly_moved'
  return freezes.some(isOn) ? 'frozen' : undefined
}

const OF_RELOCATION = ['move', 'cancel', 'retry'] as const

/**
 * Returns the actions that are possible now. `properties` are those of the investor's tokens; `pending` are the types
 * that wait for a second person. Pure.
 */
export function possibleActions(
  facts: Facts,
  { properties, pending }: { properties: readonly string[]; pending: ReadonlySet<ShareAction['type']> },
): ShareAction[] {
  const { freezes, relocation } = facts
  const all: ShareAction[] = [
    { type: 'freeze' },
    ...properties.map((propertyId) => ({ type: 'freeze' as const, propertyId })),
    ...freezes.map(({ _id: freezeId }) => ({ type: 'unfreeze' as const, freezeId })),
    ...(relocation ? OF_RELOCATION.map((type) => ({ type, relocationId: relocation._id })) : []),
    { type: 'recover' },
  ]
  return all.filter((action) => !pending.has(action.type) && obstacleOf(action, facts) === undefined)
}

/**
 * Hashes what a proposal rests on: address, freezes, and a move that has begun; for a `move` also the request, and for the
 * end or retry of a move what has moved. What an
 * investor can change alone expires nothing else, so that requests can't delay a freeze or recovery. Pure.
 */
export function evidenceFor(action: ShareAction, { account, freezes, relocation }: Facts): string {
  const { address, version, moving = null } = account
  const on = freezes.filter(isOn).map(({ _id }) => _id)
  const shared = { address, identity: identityOf(account), version, moving, freezes: on.sort() }
  if (!('relocationId' in action)) return evidenceOf(shared)
  const { _id = null, state = null, to = null } = relocation ?? {}
  const request = { id: _id, state, to }
  if (action.type === 'move') return evidenceOf({ ...shared, request })
  const moves = relocation ? [...movesOf(relocation).values()] : []
  const moved = moves.flatMap(({ propertyId, receipt }) => (receipt && propertyId ? [propertyId] : []))
  return evidenceOf({ ...shared, request, moved: moved.sort() })
}

/** Returns a proposal as staff see it; `now` is what is true of a pending one now. */
export function decisionView(
  { id, proposal, state, maker, ...more }: Approval<ShareProposal>,
  now: Pick<ShareDecisionView, 'scope' | 'isStale'> = {},
): ShareDecisionView {
  const { reason, evidence, requestedAt, checker, checkerReason, endedAt } = more
  return {
    ...{ approvalId: id, userId: proposal.userId, action: proposal.action, state, maker, reason, evidence, ...now },
    requestedAt: requestedAt.toISOString(),
    ...(checker !== null && { checker }),
    ...(checkerReason !== null && { checkerReason }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
  }
}
