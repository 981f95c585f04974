import { loadConfig, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

const KEY_BYTES = 32

const masterKey = z.pipe(
  z.string().check(
    z.refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES, {
      error: `must be ${KEY_BYTES} bytes in base64`,
    }),
  ),
  z.transform((text) => Buffer.from(text, 'base64')),
)

const PropertyConfigSchema = z.object({
  /** Signs the audit log of who proposed and approved publications. */
  PROPERTY_MASTER_KEY: masterKey,
})
export type PropertyConfig = z.output<typeof PropertyConfigSchema>

/** Errors: ConfigError with every wrong key. */
export const loadPropertyConfig = (env: Env): PropertyConfig => loadConfig(PropertyConfigSchema, env)
