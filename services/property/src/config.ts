import { loadConfig, ServiceConfig, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

const KEY_BYTES = 32

const masterKey = z.pipe(
  z
    .string({ error: `${KEY_BYTES} bytes in base64` })
    .check(
      z.refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES, { error: `${KEY_BYTES} bytes in base64` }),
    ),
  z.transform((text) => Buffer.from(text, 'base64')),
)

const PropertyConfigSchema = z.object({
  /** Signs the audit log of who proposed and approved publications. */
  PROPERTY_MASTER_KEY: masterKey,
})
export type PropertyConfig = z.output<typeof PropertyConfigSchema>

/** Errors: ConfigError with every wrong key. */
export const loadPropertyConfig = (env: Env): PropertyConfig => loadConfig(PropertyConfigSchema, env, ServiceConfig)
