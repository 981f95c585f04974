import { decodeFunctionResult, encodeFunctionData, type Abi, type Address } from 'viem'
import { NodeFault, type ChainNode } from '../chain/chain.api.js'

/** A function of a contract to read. */
export interface ContractRead {
  to: Address
  abi: Abi
  functionName: string
  args?: readonly unknown[]
}

/** Returns what a contract's function returns. Throws NodeUnavailable and NodeRefused; NodeFault for an unreadable answer. */
export async function readContract<T>(
  node: Pick<ChainNode, 'call'>,
  { to, abi, functionName, args = [] }: ContractRead,
): Promise<T> {
  const data = await node.call({ to, data: encodeFunctionData({ abi, functionName, args }) })
  try {
    return decodeFunctionResult({ abi, functionName, args, data }) as T
  } catch {
    throw new NodeFault('SHAPE', `the node returned no ${functionName}`)
  }
}
