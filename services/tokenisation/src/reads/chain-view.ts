import type { ChainView } from '@hissa/contracts/tokenisation'
import { CHAINS, limitsOf } from '../chain/chain.api.js'
import type { TokenisationConfig } from '../config.js'

/** Returns the chain of this deployment, as calls show it. */
export function chainView(config: TokenisationConfig): ChainView {
  const { name, explorerUrl } = CHAINS[config.CHAIN_ID]!
  return { chainId: config.CHAIN_ID, name, explorerUrl, confirmations: limitsOf(config).confirmations }
}
