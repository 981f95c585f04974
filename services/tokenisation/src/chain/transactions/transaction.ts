import type { Transitions } from '@hissa/kernel'
import type { Address, Hash, Hex } from 'viem'
import type { Role } from '../roles.js'
import type { Reason } from './reasons.js'

/**
 * Life of a transaction:
 * - `planned`: stored with its content; it has no nonce yet.
 * - `sent`: nonce and signed bytes are stored, so it may be on the network. It stays so until it is in a block.
 * - `mined`: in a block of the chain, with fewer blocks on top than the confirmations.
 * - `confirmed`, `failed`: executed, or reverted on the chain, with enough blocks on top; its follow-up has run.
 * - `rejected`: never signed, because the contract would have refused it; its follow-up has run. Or it was withdrawn.
 */
export type State = 'planned' | 'sent' | 'mined' | 'confirmed' | 'failed' | 'rejected'
type Command = 'sign' | 'reject' | 'mine' | 'settle' | 'loseBlock' | 'abandon'

/** A reorganisation takes a transaction back to `sent`; it is broadcast again with the same nonce and bytes. */
const TRANSITIONS: Transitions<State, Command> = {
  planned: { sign: 'sent', reject: 'rejected' },
  sent: { mine: 'mined', abandon: 'failed' },
  mined: { loseBlock: 'sent', settle: ['confirmed', 'failed'] },
  confirmed: { loseBlock: 'sent' },
  failed: { loseBlock: 'sent' },
  rejected: {},
}

/** Returns whether a command leads from one state to the other. */
export const canBecome = (from: State, to: State): boolean => Object.values(TRANSITIONS[from]).flat().includes(to)

/** One signed form of a transaction. All of a row have the same nonce and payload, so at most one is executed. */
export interface Attempt {
  hash: Hash
  raw: Hex
  /** In wei, as decimal text, like every amount of a row. */
  maxFeePerGas: string
  maxTipPerGas: string
  signedAt: Date
}

/** The block that contains a transaction. */
export interface Inclusion {
  hash: Hash
  blockNumber: number
  blockHash: Hash
  /** The block's own time. */
  at: Date
  /** Whether the contract executed it; false if it reverted. */
  succeeded: boolean
  gasUsed: string
  /** The deployed contract, for a transaction without `to`. */
  contract: Address | null
}

/** A requested call, to be executed exactly once with the key of a role. */
export interface Plan {
  /** Chosen by the caller: the same id is planned once. */
  id: string
  role: Role
  /** The contract; null deploys `data`. */
  to: Address | null
  data: Hex
  /** In wei; zero by default. */
  value?: bigint
  /** The least gas to allow, if the estimate may be too low. */
  gasHint?: bigint
  /** Which follow-up learns the result. */
  kind: string
  /** Plain data for the follow-up, such as ids. */
  ref: Readonly<Record<string, string | number>>
  /** Ids of transactions, also of other roles, that must be in a block before this one is simulated. */
  after?: readonly string[]
}

/** A row of `chain_transactions`. */
export interface ChainTransaction {
  _id: string
  role: Role
  /** Position among the transactions of the role; they are signed in this order. */
  sequence: number
  kind: string
  ref: Record<string, string | number>
  /** SHA-256 of the plan, so that an id is not planned with other content. */
  contentHash: string
  to: Address | null
  data: Hex
  value: string
  gasHint?: string
  after: string[]
  state: State
  version: number
  plannedAt: Date
  /** The signer; set with `nonce`, `gas` and the first attempt. */
  address?: Address
  nonce?: number
  gas?: string
  attempts: Attempt[]
  /** When a node last accepted the newest attempt. */
  acceptedAt?: Date
  /** The head at which the chain first had this nonce without any of the attempts. */
  nonceTakenAt?: number
  included?: Inclusion
  reason?: Reason
  settledAt?: Date
  /** Set while a reorganisation of its block would be noticed. */
  isWatched?: true
}

/** Returns the newest attempt of a transaction that has been signed. */
export const newestAttempt = ({ attempts }: Pick<ChainTransaction, 'attempts'>): Attempt => attempts.at(-1)!
