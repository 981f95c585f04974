import { type Abi, decodeErrorResult, type Hex } from 'viem'
import * as generated from './generated/index.gen.js'

export interface SuiteError {
  /** Stable name, such as `ReceiverNotVerified`. */
  name: string
  args: readonly unknown[]
}

/** The errors of all contracts of the suite. */
export const suiteErrorsAbi: Abi = Object.entries(generated)
  .filter(([name]) => name.endsWith('Abi'))
  .flatMap(([, abi]) => [...(abi as Abi)])
  .filter(({ type }) => type === 'error')

/** Decodes the data of a reverted call; undefined if it is no error of the suite. */
export function decodeSuiteError(data: Hex): SuiteError | undefined {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: suiteErrorsAbi, data })
    return { name: errorName, args }
  } catch {
    return undefined
  }
}
