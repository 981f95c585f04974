/** The chain of `npm start` and of tests. Anyone can rewrite it, so only LOCAL_MODE accepts it. */
export const LOCAL_CHAIN_ID = 31_337

export interface ChainProfile {
  name: string
  /** A public block explorer; null for the local chain. */
  explorerUrl: string | null
  /** Blocks on top of a transaction's block from which on it counts as confirmed. */
  confirmations: number
  /** Milliseconds between two looks at the chain: about one block, and at least one second. */
  pollMs: number
  /** Ceiling of what one unit of gas may cost, in gwei of the chain's own currency. */
  maxFeeGwei: number
  /** Ceiling of the tip in it, in gwei. */
  maxTipGwei: number
  /** Balance of a signer, in whole units of the currency, below which an alert asks for more. */
  lowBalance: number
}

/**
 * The chains that a deployment may use, by chain id. The confirmations cover what a reorganisation can undo: on Ethereum
 * one epoch (32 blocks, after which validators have voted on the block), on Polygon the longest reorganisation since its
 * finality milestones with a wide margin, and on the rollups about two minutes, in which the sequencer has posted its
 * batch to Ethereum; until then only the sequencer's word orders their blocks.
 */
export const CHAINS: Readonly<Record<number, ChainProfile>> = {
  1: {
    name: 'Ethereum',
    explorerUrl: 'https://etherscan.io',
    confirmations: 32,
    pollMs: 6_000,
    maxFeeGwei: 100,
    maxTipGwei: 5,
    lowBalance: 0.1,
  },
  10: {
    name: 'OP Mainnet',
    explorerUrl: 'https://optimistic.etherscan.io',
    confirmations: 60,
    pollMs: 2_000,
    maxFeeGwei: 5,
    maxTipGwei: 1,
    lowBalance: 0.02,
  },
  137: {
    name: 'Polygon',
    explorerUrl: 'https://polygonscan.com',
    confirmations: 64,
    pollMs: 2_000,
    maxFeeGwei: 1_000,
    maxTipGwei: 200,
    lowBalance: 20,
  },
  8453: {
    name: 'Base',
    explorerUrl: 'https://basescan.org',
    confirmations: 60,
    pollMs: 2_000,
    maxFeeGwei: 5,
    maxTipGwei: 1,
    lowBalance: 0.02,
  },
  42161: {
    name: 'Arbitrum One',
    explorerUrl: 'https://arbiscan.io',
    confirmations: 480,
    pollMs: 1_000,
    maxFeeGwei: 5,
    maxTipGwei: 1,
    lowBalance: 0.02,
  },
  [LOCAL_CHAIN_ID]: {
    ...{ name: 'Local chain', explorerUrl: null, confirmations: 3, pollMs: 1_000 },
    ...{ maxFeeGwei: 100, maxTipGwei: 5, lowBalance: 0.1 },
  },
}
