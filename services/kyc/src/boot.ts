import 'reflect-metadata'
import type { BootParts, Env, Running } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { loadKycConfig } from './config.js'
import { KycModule, type WorkerOptions } from './kyc.module.js'
import { loadSanctionsLists } from './screening/snapshot.js'
import { loadWalletLists } from './screening/wallet-snapshot.js'

export interface KycParts extends BootParts, WorkerOptions {}

/** Starts identity verification: cases, documents, screening, decisions. Errors: ConfigError. */
export async function boot(env: Env, parts: KycParts = {}): Promise<Running> {
  const config = loadKycConfig(env)
  const lists = {
    names: await loadSanctionsLists(config.SANCTIONS_DIR, config.MORE_LISTS_DIR),
    wallets: await loadWalletLists(config.SANCTIONS_DIR),
  }
  return startService({
    service: 'kyc',
    env,
    parts,
    module: (core) => {
      if (config.LOCAL_MODE)
        core.logger.warn('local mode: clean cases are approved although nobody looks at their pictures')
      return KycModule.with(core, config, lists, parts)
    },
  })
}
