import { propertyTokenAbi } from '@hissa/token-suite'
import type { Address } from 'viem'
import type { Anvil } from './chain/anvil.js'

/** Reads the supply, the number of mints, and balances of a token. */
export async function readToken(client: Anvil['client'], address: Address, accounts: readonly Address[]) {
  const token = { address, abi: propertyTokenAbi } as const
  const balances = await Promise.all(
    accounts.map((account) => client.readContract({ ...token, functionName: 'balanceOf', args: [account] })),
  )
  return {
    supply: Number(await client.readContract({ ...token, functionName: 'totalSupply' })),
    mints: Number(await client.readContract({ ...token, functionName: 'allotmentCount' })),
    balances: balances.map(Number),
  }
}
