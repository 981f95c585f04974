/** The chain of `npm start` and of tests. Anyone can rewrite it, so only LOCAL_MODE accepts it. */
export const LOCAL_CHAIN_ID = 31_337

export interface ChainProfile {
  name: string
  /** A public block explorer; null for the local chain. */
  explorerUrl: string | null
  /** Blocks on top of a transaction's block from which on it counts as confirmed. */
  confirmations: number
  /** Polling interval in milliseconds: about one block time, and at least one second. */
  pollMs: number
  /** Ceiling of what one unit of gas may cost, in gwei of the chain's own currency. */
  maxFeeGwei: number
  /** Ceiling of the tip in it, in gwei. */
  maxTipGwei: number
  /** Balance of a signer, in whole units of the currency, below which an alert asks for more. */
  lowBalance: number
}

/**
 * The chains that a deployment may use, by chain id. The confirmations are what it takes until a block is final in normal
 * operation; a setting can only raise them. Final means:
 * - Ethereum: the validators have finalised the block's checkpoint, two to three epochs of 32 blocks after it
 *   (ethereum.org/developers/docs/consensus-mechanisms/pos, "Finality"; about 15 minutes).
 * - Polygon: a milestone has finalised the block, 2 to 5 s after it since Heimdall v2 (docs.polygon.technology/pos/concepts).
 *   Milestones were late by up to 15 minutes in September 2025, so this is half as many blocks as a checkpoint has.
 * - OP Mainnet and Base: the sequencer has posted the block's data to Ethereum, usually within 5 to 10 minutes, and
 *   Ethereum has finalised it (docs.optimism.io/stack/transactions/transaction-finality): 30 minutes of blocks of 2 s.
 * - Arbitrum One: the same (docs.arbitrum.io/how-arbitrum-works/reference/finality-and-reorgs): 30 minutes of blocks of
 *   250 ms. Until then the sequencer alone decides the order of a rollup's blocks.
 */
export const CHAINS: Readonly<Record<number, ChainProfile>> = {
  1: {
    name: 'Ethereum',
    explorerUrl: 'https://etherscan.io',
    confirmations: 96,
    pollMs: 6_000,
    maxFeeGwei: 100,
    maxTipGwei: 5,
    lowBalance: 0.1,
  },
  10: {
    name: 'OP Mainnet',
    explorerUrl: 'https://optimistic.etherscan.io',
    confirmations: 900,
    pollMs: 2_000,
    maxFeeGwei: 5,
    maxTipGwei: 1,
    lowBalance: 0.02,
  },
  137: {
    name: 'Polygon',
    explorerUrl: 'https://polygonscan.com',
    confirmations: 128,
    pollMs: 2_000,
    maxFeeGwei: 1_000,
    maxTipGwei: 200,
    lowBalance: 20,
  },
  8453: {
    name: 'Base',
    explorerUrl: 'https://basescan.org',
    confirmations: 900,
    pollMs: 2_000,
    maxFeeGwei: 5,
    maxTipGwei: 1,
    lowBalance: 0.02,
  },
  42161: {
    name: 'Arbitrum One',
    explorerUrl: 'https://arbiscan.io',
    confirmations: 7_200,
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
