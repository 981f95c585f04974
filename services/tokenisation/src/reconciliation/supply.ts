import { units, type Units } from '@hissa/money'
import { propertyTokenAbi } from '@hissa/token-suite'
import { decodeFunctionResult, encodeFunctionData, type Address } from 'viem'
import { NodeFault, type ChainNode } from '../chain/chain.api.js'

/** Returns the supply of a token after a block. Throws NodeUnavailable, NodeRefused and NodeFault. */
export async function supplyAt(node: ChainNode, token: Address, blockNumber: number): Promise<Units> {
  const call = { abi: propertyTokenAbi, functionName: 'totalSupply' } as const
  const data = await node.call({ to: token, data: encodeFunctionData(call) }, blockNumber)
  try {
    return units(Number(decodeFunctionResult({ ...call, data })))
  } catch {
    throw new NodeFault('SHAPE', 'the node returned no supply of a token')
  }
}
