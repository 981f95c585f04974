import { propertyTokenAbi } from '@hissa/token-suite'
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { NodeFault, type ChainNode } from '../chain/chain.api.js'
import type { ContractFlag } from './contract-flag.js'

/** Returns what a contract has as the state of a flag after a block. Throws NodeUnavailable, NodeRefused and NodeFault. */
export async function readFlag(
  node: Pick<ChainNode, 'call'>,
  { kind, token, wallet }: Pick<ContractFlag, 'kind' | 'token' | 'wallet'>,
  blockNumber: number,
): Promise<boolean> {
  const call =
    kind === 'paused'
      ? ({ abi: propertyTokenAbi, functionName: 'paused' } as const)
      : ({ abi: propertyTokenAbi, functionName: 'isFrozen', args: [wallet!] } as const)
  const data = await node.call({ to: token, data: encodeFunctionData(call) }, blockNumber)
  try {
    return decodeFunctionResult({ abi: propertyTokenAbi, functionName: call.functionName, data })
  } catch {
    throw new NodeFault('SHAPE', 'the node returned something else than true or false')
  }
}

/** Returns the call that sets a flag of a contract. */
export function callOf({ kind, wallet }: Pick<ContractFlag, 'kind' | 'wallet'>, isOn: boolean): Hex {
  const abi = propertyTokenAbi
  if (kind === 'paused') return encodeFunctionData({ abi, functionName: isOn ? 'pause' : 'unpause' })
  return encodeFunctionData({ abi, functionName: 'setAddressFrozen', args: [wallet!, isOn] })
}
