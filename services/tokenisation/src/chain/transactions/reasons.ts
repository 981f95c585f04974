import { decodeErrorResult, type Abi, type Hex } from 'viem'

/** Why a transaction was rejected or failed. */
export interface Reason {
  /**
   * Name of the contract's error, or `REVERTED` (without a known one), `REQUIRE` (with a text), `PANIC`, `OUT_OF_GAS`,
   * `GAS_LIMIT`, `DEPENDENCY_FAILED`, `NONCE_TAKEN`, `WITHDRAWN`.
   */
  code: string
  /** The error's arguments or the contract's text, shortened. */
  detail?: string
}

const LONGEST_DETAIL = 200
const short = (text: string) => text.slice(0, LONGEST_DETAIL)

/** Returns the reason in the data of a revert; `abi` has the errors of the contracts that are called. */
export function reasonOf(data: Hex | undefined, abi: Abi): Reason {
  if (data === undefined || data === '0x') return { code: 'REVERTED' }
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi, data })
    const detail = short(args.map(String).join(', '))
    const code = { Error: 'REQUIRE', Panic: 'PANIC' }[errorName] ?? String(errorName)
    return detail ? { code, detail } : { code }
  } catch {
    return { code: 'REVERTED', detail: short(data) }
  }
}
