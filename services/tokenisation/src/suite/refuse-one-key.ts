import { ConfigError, LOGGER, type Logger } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { CHAIN_SIGNERS, isNodeError, SignerUnavailable, type Signers } from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { refuseOwnAdmin } from './own-admin.js'
import { holderOfAll, RoleHolders } from './role-holders.js'
import { SuiteStore } from './suite.store.js'

/**
 * Refuses to start without LOCAL_MODE while one key of a service deploys, grants every role, upgrades and manages claims:
 * a thief of it would have every share. If the chain can't be read, the service starts, because reads and freezes must not
 * depend on the node; `ReviewRoles` raises its alert once the node responds.
 */
@Injectable()
export class RefuseOneKey implements OnModuleInit {
  constructor(
    private readonly store: SuiteStore,
    private readonly holders: RoleHolders,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws ConfigError. */
  async onModuleInit(): Promise<void> {
    if (this.config.LOCAL_MODE === '1') return
    await refuseOwnAdmin(this.signers, this.config)
    const parameters = (await this.store.find())?.parameters
    const first = parameters?.claimManager
    // Contracts that were recorded with several keys have had them from their first block on.
    if (!parameters || !first || !parameters.upgraders.includes(first) || parameters.admin !== first) return
    const holder = await this.holderNow()
    if (holder === undefined || holder === this.config.CHAIN_ADMIN?.toLowerCase()) return
    const words = `${holder} alone deploys, grants every role, upgrades and manages claims`
    throw new ConfigError([`CHAIN_ADMIN must hold the roles of the contracts: ${words}. Run npm run roles:handover`])
  }
  private async holderNow(): Promise<string | undefined> {
    try {
      return holderOfAll(await this.holders.read())
    } catch (error) {
      if (!isNodeError(error) && !(error instanceof SignerUnavailable)) throw error
      this.logger.warn({ err: error }, 'the holders of the roles could not be read at the start')
      return undefined
    }
  }
}
