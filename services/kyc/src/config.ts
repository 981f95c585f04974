import { addresses, loadConfig, masterKey, ServiceConfig, type Env } from '@hissa/kernel'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

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
