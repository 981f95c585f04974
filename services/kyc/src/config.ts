import { addresses, loadConfig, ServiceConfig, type Env } from '@hissa/kernel'
import { fileURLToPath } from 'node:url'
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

const KycConfigSchema = z.object({
  /** Where documents are kept; the gateway's quarantine is in the same place. */
  STORAGE_URL: addresses.storage(),
  KYC_MASTER_KEY: masterKey,
  /** Folder of sanctions lists (`*.tsv`); the shipped one by default. */
  SANCTIONS_DIR: z._default(z.string(), fileURLToPath(new URL('../sanctions/', import.meta.url))),
  LOCAL_MODE: z.optional(z.literal('1')),
})

export type KycConfig = z.output<typeof KycConfigSchema>
export const KYC_CONFIG = Symbol('KYC_CONFIG')

/** Errors: ConfigError with every wrong key. */
export const loadKycConfig = (env: Env): KycConfig => loadConfig(KycConfigSchema, env, ServiceConfig)
