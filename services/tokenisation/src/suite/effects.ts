import { toEventSelector, type Address, type Hash } from 'viem'
import type { Confirmed, Reason } from '../chain/chain.api.js'

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

/** The first topics of these events. */
export const EFFECT_TOPICS: readonly Hash[] = Object.values(SIGNATURES).map((signature) => toEventSelector(signature))

/** Why a transaction that was executed without its effect counts as refused. */
export const NO_EFFECT: Reason = { code: 'NO_EFFECT' }

/**
 * Returns whether a contract has emitted an event in a transaction. A call to an address that has lost its contract in a
 * reorganisation succeeds, but emits nothing. Pure.
 */
export function hasEmitted(
  { logs }: Pick<Confirmed, 'logs'>,
  contract: Address,
  event: keyof typeof SIGNATURES,
): boolean {
  const topic = toEventSelector(SIGNATURES[event])
  return logs.some((log) => log.address.toLowerCase() === contract.toLowerCase() && log.topics[0] === topic)
}
