import { addresses, CommonSettings, loadConfig, masterKey, ServiceConfig, setting, type Env } from '@hissa/kernel'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

export const KycConfig = z.object({
  STORAGE_URL: setting(
    addresses.storage(),
    'Where documents are kept. The gateway’s quarantine is in the same place, so both need the same value.',
  ),
  KYC_MASTER_KEY: setting(
    masterKey,
    '32 bytes in base64. It wraps each person’s key, and the key that signs the audit log derives from it: losing it loses all documents.',
    { secret: 'key' },
  ),
  SANCTIONS_DIR: setting(
    z._default(z.string(), fileURLToPath(new URL('../sanctions/', import.meta.url))),
    'Folder of sanctions lists (`*.tsv`).',
    { passedBy: 'npm start', defaultWords: 'the lists of the package' },
  ),
  LOCAL_MODE: CommonSettings.LOCAL_MODE,
})

export type KycConfig = z.output<typeof KycConfig>
export const KYC_CONFIG = Symbol('KYC_CONFIG')

/** Errors: ConfigError with every wrong key. */
export const loadKycConfig = (env: Env): KycConfig => loadConfig(KycConfig, env, ServiceConfig)
