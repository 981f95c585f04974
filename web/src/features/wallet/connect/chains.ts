import type { ChainView } from '@hissa/contracts/tokenisation'
import { defineChain, type Chain } from 'viem'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }
/** `npm start` serves its chain here unless CHAIN_PORT changes it. */
const LOCAL_NODE = 'http://localhost:8545'

const chain = (id: number, name: string, node: string, nativeCurrency = ETHER): Chain =>
  defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [node] } } })

/**
 * The public chains that a deployment may use. A wallet that lacks one is offered to add it with this node; the web
 * itself never connects to a node. Source: the chain definitions of viem 2.57.1.
 */
const PUBLIC_CHAINS: readonly Chain[] = [
  chain(1, 'Ethereum', 'https://eth.merkle.io'),
  chain(137, 'Polygon', 'https://polygon.drpc.org', { name: 'POL', symbol: 'POL', decimals: 18 }),
  chain(10, 'OP Mainnet', 'https://mainnet.optimism.io'),
  chain(42161, 'Arbitrum One', 'https://arb1.arbitrum.io/rpc'),
  chain(8453, 'Base', 'https://mainnet.base.org'),
]

/** Returns the deployment's chain, then the other public chains. A local chain gets the name of the deployment. */
export function chainsFor({ chainId, name }: ChainView): [Chain, ...Chain[]] {
  const own = PUBLIC_CHAINS.find(({ id }) => id === chainId) ?? chain(chainId, name, LOCAL_NODE)
  return [own, ...PUBLIC_CHAINS.filter(({ id }) => id !== chainId)]
}

/** Returns the name of a chain that a wallet is on; undefined if it is none of `chains`. */
export const chainName = (chains: readonly Chain[], chainId: number | undefined): string | undefined =>
  chains.find(({ id }) => id === chainId)?.name
