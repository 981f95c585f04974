import { addresses, CommonSettings, loadConfig, masterKey, ServiceConfig, setting, type Env } from '@hissa/kernel'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

export const KycConfig = z.object({
  STORAGE_URL: setting(
    addresses.storage(),
    'Storage of documents. It also contains the gateway’s quarantine, so kyc, investment and the gateway need the same value.',
  ),
  KYC_MASTER_KEY: setting(
    masterKey,
    '32 bytes in base64. It wraps each person’s key, and the signing key of the audit log is derived from it. Documents can’t be decrypted without it.',
    { secret: 'key' },
  ),
  SANCTIONS_DIR: setting(
    z._default(z.string(), fileURLToPath(new URL('../sanctions/', import.meta.url))),
    'Folder of sanctions lists (`*.tsv`) and of lists of wallets (`*.wallets`).',
    { passedBy: 'npm start', defaultWords: 'the lists of the package' },
  ),
  MORE_LISTS_DIR: setting(
    z.optional(z.string()),
    'Another folder of lists, such as the local list of the UAE and lists of politically exposed people. Without it there are only those of `SANCTIONS_DIR`.',
  ),
  SANCTIONS_MAX_AGE_DAYS: setting(
    z._default(z.coerce.number().check(z.int(), z.positive()), 7),
    'Age of a sanctions list, in days, above which an alert fires and, outside local mode, every case goes to review.',
  ),
  LOCAL_MODE: CommonSettings.LOCAL_MODE,
})

export type KycConfig = z.output<typeof KycConfig>
export const KYC_CONFIG = Symbol('KYC_CONFIG')

/** Reads the configuration. Errors: ConfigError with every invalid key. */
export const loadKycConfig = (env: Env): KycConfig => loadConfig(KycConfig, env, ServiceConfig)
