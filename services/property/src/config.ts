import { loadConfig, masterKey, ServiceConfig, setting, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

export const PropertyConfig = z.object({
  PROPERTY_MASTER_KEY: setting(
    masterKey,
    '32 bytes in base64. The key that signs the audit log of publications derives from it.',
    { secret: 'key' },
  ),
})
export type PropertyConfig = z.output<typeof PropertyConfig>

/** Reads the configuration. Errors: ConfigError with every invalid key. */
export const loadPropertyConfig = (env: Env): PropertyConfig => loadConfig(PropertyConfig, env, ServiceConfig)
