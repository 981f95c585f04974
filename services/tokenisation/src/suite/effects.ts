import type { ClientSession } from '@hissa/persistence'
import { toEventSelector, type Address, type Hash } from 'viem'
import type { Confirmed, FollowUp, Reason, Refused } from '../chain/chain.api.js'

/** The events by which a contract proves that a call has had its effect. */
const SIGNATURES = {
  AddressFrozen: 'AddressFrozen(address,bool,address)',
  AllotmentsMinted: 'AllotmentsMinted(uint64,uint64,bytes32)',
  Anchored: 'Anchored(address,uint64,bytes32,uint64)',
  CountryUpdated: 'CountryUpdated(address,uint16)',
  IdentityRegistered: 'IdentityRegistered(address,address)',
  IdentityRemoved: 'IdentityRemoved(address,address)',
  InvestorOnboarded: 'InvestorOnboarded(address,bytes32)',
  LockUpSet: 'LockUpSet(address,uint256)',
  Paused: 'Paused(address)',
  PropertyDeployed: 'PropertyDeployed(address,address,bytes32)',
  TitleRecorded: 'TitleRecorded(bytes32,bytes32,address)',
  Transfer: 'Transfer(address,address,uint256)',
  Unpaused: 'Unpaused(address)',
} as const

type Effect = keyof typeof SIGNATURES

/** The first topics of these events. */
export const EFFECT_TOPICS: readonly Hash[] = Object.values(SIGNATURES).map((signature) => toEventSelector(signature))

/** Why a transaction that was executed without its effect counts as refused. */
const NO_EFFECT: Reason = { code: 'NO_EFFECT' }

/** A follow-up of calls that have had their effect only if a contract has emitted an event. */
export interface ProvenCall extends Omit<FollowUp, 'failed'> {
  /** Returns which contract must have emitted which event; null while there is no such contract. */
  proof(settled: Confirmed, session: ClientSession): Promise<{ contract: Address; event: Effect } | null>
  /** Also called for a call that was executed without its effect. */
  failed(refused: Refused, session: ClientSession): Promise<void>
}

/** Returns a follow-up that counts a call without its effect as refused. */
export const followUpOf = ({ proof, ...call }: ProvenCall): FollowUp => ({
  ...call,
  async confirmed(settled, session) {
    const proven = await proof(settled, session)
    if (proven && hasEmitted(settled, proven.contract, proven.event)) return call.confirmed(settled, session)
    await call.failed({ ...settled, reason: NO_EFFECT }, session)
  },
})

/**
 * Returns whether a contract has emitted an event in a transaction. A call to an address that has lost its contract in a
 * reorganisation succeeds, but emits nothing. Pure.
 */
function hasEmitted({ logs }: Pick<Confirmed, 'logs'>, contract: Address, event: Effect): boolean {
  const topic = toEventSelector(SIGNATURES[event])
  return logs.some((log) => log.address.toLowerCase() === contract.toLowerCase() && log.topics[0] === topic)
}
