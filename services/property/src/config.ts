import { loadConfig, masterKey, ServiceConfig, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

const PropertyConfigSchema = z.object({
  /** Signs the audit log of who proposed and approved publications. */
  PROPERTY_MASTER_KEY: masterKey,
})
export type PropertyConfig = z.output<typeof PropertyConfigSchema>

/** Errors: ConfigError with every wrong key. */
export const loadPropertyConfig = (env: Env): PropertyConfig => loadConfig(PropertyConfigSchema, env, ServiceConfig)
