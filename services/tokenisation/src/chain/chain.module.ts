import type { Core } from '@hissa/messaging'
import { Global, Module, type DynamicModule } from '@nestjs/common'
import type { Abi, Hash } from 'viem'
import { BlockFollower } from './block-follower.js'
import type { ChainConfig } from './chain-config.js'
import { openChain, type ChainTimes } from './open-chain.js'
import { ChainReports } from './reports.js'
import { Senders } from './sending/senders.js'
import { Transactions } from './transactions/transactions.js'

/** The node, for reads of contracts. */
export const CHAIN_NODE = Symbol('CHAIN_NODE')
/** The address of each role, for contracts that grant rights to it. */
export const CHAIN_SIGNERS = Symbol('CHAIN_SIGNERS')

@Global()
@Module({})
export class ChainModule {
  /**
   * Provides the chain to the service's other modules. `errors` are those of the contracts that are called, `effects` the
   * topics of the events that prove what calls have done, `pollMs` replaces the polling interval of the chain, and `times`
   * the other waits.
   */
  static with(
    { connection, logger, metrics, timing }: Core,
    config: ChainConfig,
    options: {
      errors: Abi
      effects: readonly Hash[]
      pollMs?: number | undefined
      times?: Partial<ChainTimes> | undefined
    },
  ): DynamicModule {
    const chain = openChain(config, { connection, logger, metrics, timing, ...options })
    const shared = [
      { provide: CHAIN_NODE, useValue: chain.node },
      { provide: CHAIN_SIGNERS, useValue: chain.signers },
      { provide: BlockFollower, useValue: chain.follower },
      { provide: Transactions, useValue: chain.transactions },
      { provide: ChainReports, useValue: chain.reports },
    ]
    const providers = [...shared, { provide: Senders, useValue: chain.senders }]
    return { module: ChainModule, providers, exports: shared }
  }
}
