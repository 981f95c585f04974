import { propertyTokenAbi } from '@hissa/token-suite'
import type { Units } from '@hissa/money'
import { decodeEventLog, toEventSelector, zeroAddress, type Address, type Hash } from 'viem'
import { NodeFault, type Log } from '../chain/chain.api.js'

export const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)')

/** One movement of shares on the chain, as the token's contract reported it in a confirmed block. */
export interface Movement {
  /** `<transaction hash>:<log index>` */
  _id: string
  propertyId: string
  kind: 'mint' | 'burn' | 'transfer'
  from?: Address
  to?: Address
  units: Units
  transactionHash: Hash
  blockNumber: number
  blockHash: Hash
  logIndex: number
  at: Date
}

/** Returns the id of the movement that an event reports. */
export const movementId = ({ transactionHash, logIndex }: Pick<Log, 'transactionHash' | 'logIndex'>): string =>
  `${transactionHash}:${logIndex}`

/**
 * Returns what a `Transfer` event says, with addresses in EIP-55 spelling; undefined for another event of the contract, and
 * for one of no shares, which ERC-20 lets anyone cause. Throws NodeFault.
 */
export function readTransfer(log: Log): { from?: Address; to?: Address; amount: bigint } | undefined {
  if (log.topics[0] !== TRANSFER_TOPIC) return undefined
  const topics = log.topics as [Hash, ...Hash[]]
  const { from, to, value } = decode(log.data, topics)
  if (value === 0n) return undefined
  return { ...(from !== zeroAddress && { from }), ...(to !== zeroAddress && { to }), amount: value }
}

function decode(data: Log['data'], topics: [Hash, ...Hash[]]): { from: Address; to: Address; value: bigint } {
  try {
    const { args } = decodeEventLog({ abi: propertyTokenAbi, eventName: 'Transfer', data, topics })
    return args
  } catch {
    throw new NodeFault('FALSE_LOGS', 'the node returned a movement that has not the form of the contract')
  }
}

/** Returns what movements do to balances: units to add, negative to take, by address. */
export function changesOf(movements: readonly Pick<Movement, 'from' | 'to' | 'units'>[]): Map<Address, number> {
  const changes = new Map<Address, number>()
  const add = (account: Address | undefined, change: number) =>
    account !== undefined && changes.set(account, (changes.get(account) ?? 0) + change)
  for (const { from, to, units } of movements) {
    add(from, 0 - units)
    add(to, units)
  }
  return changes
}
