import { addresses, type Env, loadConfig, masterKey, ServiceConfig } from '@hissa/kernel'
import * as z from 'zod/mini'

/** What this service needs beside what every service does. Errors: ConfigError with every wrong key. */
export const InvestmentConfig = z.object({
  PUBLIC_URL: addresses.web(),
  STRIPE_SECRET_KEY: z.string().check(z.startsWith('sk_')),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.startsWith('whsec_')),
  /** Another address that speaks Stripe's API: the payments sandbox. */
  STRIPE_API_BASE: z.optional(addresses.web('http://localhost:8090')),
  /** The key that signs the audit log derives from it. */
  INVESTMENT_MASTER_KEY: masterKey,
  RULE_PACK: z._default(z.enum(['adgm']), 'adgm'),
})
export type InvestmentConfig = z.output<typeof InvestmentConfig>
export const CONFIG = Symbol('CONFIG')

export const readConfig = (env: Env): InvestmentConfig => loadConfig(InvestmentConfig, env, ServiceConfig)
