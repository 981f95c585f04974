import 'reflect-metadata'
import type { BootParts, Env, Running } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { loadKycConfig } from './config.js'
import { KycModule } from './kyc.module.js'
import { loadSanctionsLists } from './screening/snapshot.js'
import { loadWalletLists } from './screening/wallet-snapshot.js'
import type { PictureOptions } from './uploads/prepare-image.js'

export interface KycParts extends BootParts {
  /** Replace the defaults, in tests. */
  pictures?: PictureOptions
}

/** Starts identity verification: cases, documents, screening, decisions. Errors: ConfigError. */
export async function boot(env: Env, parts: KycParts = {}): Promise<Running> {
  const config = loadKycConfig(env)
  const lists = {
    names: await loadSanctionsLists(config.SANCTIONS_DIR),
    wallets: await loadWalletLists(config.SANCTIONS_DIR),
  }
  return startService({
    service: 'kyc',
    env,
    parts,
    module: (core) => {
      if (config.LOCAL_MODE)
        core.logger.warn('local mode: clean cases are approved although their pictures are not read')
      return KycModule.with(core, config, lists, parts.pictures)
    },
  })
}
