import type { Units } from '@hissa/money'
import type { Address, Hash, Hex } from 'viem'
import { keccak256, toBytes } from 'viem'
import type { SettledReceipt } from '../chain/chain.api.js'

/** The comparison of chain and register that was made last. */
export interface Comparison {
  state: 'agrees' | 'differs'
  blockNumber: number
  unitsOnChain: Units
  unitsOnRegister: Units
  checkedAt: Date
}

/** The token of one property, from the publication of its offering on. */
export interface Token {
  /** The property's record id. */
  _id: string
  slug: string
  title: string
  symbol: string
  unitsTotal: Units
  offeringVersion: number
  /** SHA-256 of the title deed, once it is on file. */
  titleHash?: Hash
  /** The contract, once its deployment is planned; `id` is the transaction's. */
  deployment?: { id: string; address: Address; compliance: Address; receipt?: SettledReceipt }
  /** The transaction that closes the lock-up: holders can't transfer on the chain. `isClosed` once it is confirmed. */
  lockUp?: { id: string; isClosed?: true }
  /** The transaction that records the title hash in the contract, once planned. */
  titling?: string
  /** Wall time before which neither is planned again, after a refusal. */
  deployAfter?: Date
  /** Set once the contract has the title hash. */
  titleRecordedAt?: Date
  /** Number of allotments that are minted or being minted: the next sequence number. */
  planned: number
  /** The transaction that mints now; at most one per token. */
  minting?: string
  /** Wall time before which nothing is minted, after a refusal. */
  mintAfter?: Date
  /** Set while chain and register disagree. */
  differenceId?: string
  /** The last block whose transfers are in `chain_balances`. */
  scanned?: { number: number; hash: Hash }
  /** Differences that are not reported yet, because an event in transit may explain them. */
  suspicion?: { content: string; since: Date }
  comparison?: Comparison
  version: number
}

const LONGEST_SYMBOL = 11

/** Returns the symbol of a token whose property has no code, from the slug: up to 11 capital letters and digits. */
export const symbolOf = (slug: string): string =>
  slug
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, LONGEST_SYMBOL) || 'HISSA'

/** Returns a token's property, as calls show it. */
export const refOf = ({ _id: propertyId, slug, title }: Token) => ({ propertyId, slug, title })

/** Returns the 32 bytes that determine the address of a property's token. */
export const saltOf = (propertyId: string): Hex => keccak256(toBytes(`hissa.token:${propertyId}`))

/** Returns whether shares can be minted now. */
export const isLive = (token: Token): token is Token & { deployment: { address: Address } } => stateOf(token) === 'live'

export const TOKEN_STATES = ['awaiting_title', 'deploying', 'live', 'halted'] as const

type Facts = Pick<Token, 'titleHash' | 'titleRecordedAt' | 'deployment' | 'differenceId'>

/** Returns what is shown as the state of a token. */
export function stateOf({
  titleHash,
  titleRecordedAt,
  deployment,
  differenceId,
}: Facts): (typeof TOKEN_STATES)[number] {
  if (titleHash === undefined) return 'awaiting_title'
  if (deployment?.receipt === undefined || titleRecordedAt === undefined) return 'deploying'
  return differenceId === undefined ? 'live' : 'halted'
}
