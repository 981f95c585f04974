import { identityRegistryAbi, propertyTokenAbi } from '@hissa/token-suite'
import { decodeFunctionResult, encodeFunctionData, type Address, type Hex } from 'viem'
import { NodeFault, type ChainNode } from '../chain/chain.api.js'

/** Returns the shares at an address after a block. Throws NodeUnavailable, NodeRefused and NodeFault. */
export async function balanceAt(
  { node, blockNumber }: { node: ChainNode; blockNumber: number },
  token: Address,
  account: Address,
): Promise<bigint> {
  const call = { abi: propertyTokenAbi, functionName: 'balanceOf' } as const
  const data = await node.call({ to: token, data: encodeFunctionData({ ...call, args: [account] }) }, blockNumber)
  return decoded(() => decodeFunctionResult({ ...call, data }))
}

/** Returns the identity that a wallet is registered for after a block; zero for none. Throws like `balanceAt`. */
export async function identityAt(
  { node, blockNumber }: { node: ChainNode; blockNumber: number },
  registry: Address,
  wallet: Address,
): Promise<Address> {
  const call = { abi: identityRegistryAbi, functionName: 'identity' } as const
  const data: Hex = encodeFunctionData({ ...call, args: [wallet] })
  const found = await node.call({ to: registry, data }, blockNumber)
  return decoded(() => decodeFunctionResult({ ...call, data: found }))
}

/** Returns the country that a wallet is registered with after a block; 0 for none. Throws like `balanceAt`. */
export async function countryAt(
  { node, blockNumber }: { node: ChainNode; blockNumber: number },
  registry: Address,
  wallet: Address,
): Promise<number> {
  const call = { abi: identityRegistryAbi, functionName: 'investorCountry' } as const
  const data: Hex = encodeFunctionData({ ...call, args: [wallet] })
  const found = await node.call({ to: registry, data }, blockNumber)
  return decoded(() => decodeFunctionResult({ ...call, data: found }))
}

function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw new NodeFault('SHAPE', 'the node returned no result of a contract’s function')
  }
}
