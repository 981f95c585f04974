import { addresses, loadConfig, masterKey, ServiceConfig, setting, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

export const PropertyConfig = z.object({
  STORAGE_URL: setting(
    addresses.storage(),
    'Storage of uploaded pictures. It also contains the gateway’s quarantine, so property and the gateway need the same value.',
  ),
  PROPERTY_MASTER_KEY: setting(
    masterKey,
    '32 bytes in base64. It wraps the keys of uploaded pictures, and the key that signs the audit log derives from it.',
    { secret: 'key' },
  ),
})
export type PropertyConfig = z.output<typeof PropertyConfig>

/** Reads the configuration. Errors: ConfigError with every invalid key. */
export const loadPropertyConfig = (env: Env): PropertyConfig => loadConfig(PropertyConfig, env, ServiceConfig)
