import type { Hex } from 'viem'
import type { NodeRefused } from './node-errors.js'

/** Result of a call that is executed without being sent. `reverted` has the contract's answer, if there is one. */
export type CallResult =
  { outcome: 'ok' } | { outcome: 'reverted'; data?: Hex } | { outcome: 'outOfGas' } | { outcome: 'insufficientFunds' }

/** Result of an estimate. */
export type GasResult = { outcome: 'ok'; gas: bigint } | Exclude<CallResult, { outcome: 'ok' }>

/**
 * Result of a broadcast:
 * - `accepted`: the node has it, or had it already.
 * - `nonceTooLow`: the chain has a transaction with this nonce, ours or another.
 * - `underpriced`: its fee is too low, or not high enough to replace an earlier one.
 * - `insufficientFunds`: the balance of the signer is too low.
 * - `refused`: any other reason.
 */
export type SendResult = 'accepted' | 'nonceTooLow' | 'underpriced' | 'insufficientFunds' | 'refused'

/** How geth, erigon, nethermind, besu, reth and anvil word each reason, in lower case. */
const SENDS: readonly [SendResult, RegExp][] = [
  [
    'accepted',
    /already known|already imported|known transaction|alreadyknown|already in (the )?(mem)?pool|already exists/,
  ],
  ['nonceTooLow', /nonce too low|nonce is too low|oldnonce|invalid nonce|nonce_too_low/],
  ['underpriced', /underpriced|fee too low|less than block base fee|max fee per gas|feetoolow|fee cap/],
  ['insufficientFunds', /insufficient (funds|balance)|insufficientfunds|upfront cost/],
]
const CALLS: readonly [Exclude<CallResult['outcome'], 'ok'>, RegExp][] = [
  ['insufficientFunds', /insufficient (funds|balance)|insufficientfunds/],
  ['outOfGas', /out ?of ?gas|gas required exceeds|exceeds (the )?(block )?gas ?limit|gas limit|exceeds allowance/],
  [
    'reverted',
    /revert|invalid opcode|invalidfeopcode|invalid jump|stack (over|under)flow|evm error|bad instruction|max (init)?code size/,
  ],
]
const EXECUTION_REVERTED = 3

/** Returns what a refused broadcast means. */
export function classifyRefusedSend({ words }: NodeRefused): SendResult {
  return SENDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'refused'
}

/** Returns the outcome of a refused call. Rethrows errors that say nothing about the call itself. */
export function classifyRefusedCall(refused: NodeRefused): Exclude<CallResult, { outcome: 'ok' }> {
  const { code, words, data } = refused
  if (code === EXECUTION_REVERTED || data !== undefined) return { outcome: 'reverted', data }
  const outcome = CALLS.find(([, pattern]) => pattern.test(words))?.[0]
  if (outcome === undefined) throw refused
  return { outcome }
}
