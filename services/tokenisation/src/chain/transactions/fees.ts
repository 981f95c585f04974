import { hexToBytes, type Hex } from 'viem'

/** What one unit of gas may cost, in wei (EIP-1559). */
export interface Fees {
  maxFeePerGas: bigint
  maxTipPerGas: bigint
}

/** Most gas of one transaction (EIP-7825). */
export const MOST_GAS = 16_777_216n

/** Enough for six blocks in which the base fee rises by an eighth each. */
const BASE_FEE_FACTOR = 2n
/** Nodes accept a replacement from 10 % on; some ask for 12.5 %. */
const BUMP_NUMERATOR = 9n
const BUMP_DENOMINATOR = 8n
/** Leaves room for replacements, of which each raises the tip too. */
const FIRST_TIP_DIVISOR = 2n
const MARGIN_PERCENT = 25n
const MARGIN_GAS = 10_000n

const lower = (left: bigint, right: bigint) => (left < right ? left : right)
const higher = (left: bigint, right: bigint) => (left > right ? left : right)

/**
 * Returns the fees for a new transaction: twice the base fee plus the tip, at most the fee ceiling. The tip is at most
 * half of its ceiling. Returns null if the base fee and the tip exceed the fee ceiling.
 */
export function feesFor(baseFeePerGas: bigint, suggestedTip: bigint, ceilings: Fees): Fees | null {
  const maxTipPerGas = lower(suggestedTip, ceilings.maxTipPerGas / FIRST_TIP_DIVISOR)
  if (baseFeePerGas + maxTipPerGas > ceilings.maxFeePerGas) return null
  const maxFeePerGas = lower(baseFeePerGas * BASE_FEE_FACTOR + maxTipPerGas, ceilings.maxFeePerGas)
  return { maxFeePerGas, maxTipPerGas: lower(maxTipPerGas, maxFeePerGas) }
}

/**
 * Returns the fees that replace an earlier attempt: both an eighth higher, or as high as now suggested. Null if a ceiling
 * allows no replacement that nodes accept.
 */
export function replacementFees(earlier: Fees, suggested: Fees | null, ceilings: Fees): Fees | null {
  const bumped = (value: bigint) => (value * BUMP_NUMERATOR) / BUMP_DENOMINATOR + 1n
  const maxFeePerGas = higher(bumped(earlier.maxFeePerGas), suggested?.maxFeePerGas ?? 0n)
  const maxTipPerGas = higher(bumped(earlier.maxTipPerGas), suggested?.maxTipPerGas ?? 0n)
  const isAllowed = maxFeePerGas <= ceilings.maxFeePerGas && maxTipPerGas <= ceilings.maxTipPerGas
  return isAllowed ? { maxFeePerGas, maxTipPerGas: lower(maxTipPerGas, maxFeePerGas) } : null
}

/** Gas of every transaction, of creating a contract and of each word of its code, and the floor for each token of calldata. */
const GAS = { transaction: 21_000, creation: 32_000, codeWord: 2, tokenFloor: 10, token: 4 } as const
const TOKENS_OF_BYTE = 4

/**
 * Returns the gas without which no node takes a call (EIP-3860, EIP-7623). Below it, a transaction would neither be executed
 * nor replaced, and those after it would wait for it.
 */
export function leastGas(data: Hex, isDeployment: boolean): bigint {
  const bytes = hexToBytes(data)
  const zeros = bytes.filter((byte) => byte === 0).length
  const tokens = zeros + (bytes.length - zeros) * TOKENS_OF_BYTE
  const creation = isDeployment ? GAS.creation + GAS.codeWord * Math.ceil(bytes.length / 32) : 0
  return BigInt(GAS.transaction + Math.max(GAS.token * tokens + creation, GAS.tokenFloor * tokens))
}

/** Returns the gas to allow for an estimate: a quarter more, at most what one transaction may use. Null above that. */
export function gasLimitFor(estimate: bigint, hint: bigint, blockGasLimit: bigint): bigint | null {
  const most = lower(MOST_GAS, blockGasLimit)
  const needed = higher(estimate, hint)
  if (needed > most) return null
  return lower(needed + (needed * MARGIN_PERCENT) / 100n + MARGIN_GAS, most)
}
