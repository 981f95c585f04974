import type { Core } from '@hissa/messaging'
import { Global, Module, type DynamicModule } from '@nestjs/common'
import type { Abi } from 'viem'
import { BlockFollower } from './block-follower.js'
import type { ChainConfig } from './chain-config.js'
import { openChain } from './open-chain.js'
import { ReleaseRole } from './sending/release-role.js'
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
   * Provides the chain to the service's other modules. `errors` are those of the contracts that are called, `pollMs`
   * replaces the time between two looks at the chain.
   */
  static with(
    { connection, logger, metrics }: Core,
    config: ChainConfig,
    options: { errors: Abi; pollMs?: number | undefined },
  ): DynamicModule {
    const chain = openChain(config, { connection, logger, metrics, ...options })
    const shared = [
      { provide: CHAIN_NODE, useValue: chain.node },
      { provide: CHAIN_SIGNERS, useValue: chain.signers },
      { provide: BlockFollower, useValue: chain.follower },
      { provide: Transactions, useValue: chain.transactions },
      { provide: ReleaseRole, useValue: chain.releaseRole },
    ]
    const providers = [...shared, { provide: Senders, useValue: chain.senders }]
    return { module: ChainModule, providers, exports: shared }
  }
}
