import {
  addresses,
  CommonSettings,
  type Env,
  loadConfig,
  masterKey,
  OperatorSettings,
  ServiceConfig,
  setting,
} from '@hissa/kernel'
import * as z from 'zod/mini'
import { readIban } from './iban.js'

const points = z.coerce.number().check(z.int(), z.nonnegative(), z.lte(1_000_000))

/** Settings of this service besides the common ones. Reading throws ConfigError with every invalid key. */
export const InvestmentConfig = z.object({
  PUBLIC_URL: CommonSettings.PUBLIC_URL,
  STRIPE_SECRET_KEY: setting(z.string().check(z.startsWith('sk_')), 'Stripe’s secret key.', { secret: 'credential' }),
  STRIPE_WEBHOOK_SECRET: setting(
    z.string().check(z.startsWith('whsec_')),
    'The secret with which Stripe signs webhooks.',
    { secret: 'credential' },
  ),
  STRIPE_API_BASE: setting(
    z.optional(addresses.web('http://localhost:8090')),
    'Another address that speaks Stripe’s API: the payments sandbox.',
  ),
  INVESTMENT_MASTER_KEY: setting(
    masterKey,
    '32 bytes in base64. It wraps the key of each property’s title deed, and the key that signs the audit log of money derives from it. Deeds can’t be decrypted without it.',
    { secret: 'key' },
  ),
  STORAGE_URL: setting(
    addresses.storage(),
    'Storage of title deeds. It also contains the gateway’s quarantine, so investment, kyc and the gateway need the same value.',
  ),
  ...OperatorSettings,
  PAYOUT_IBAN: setting(
    z.optional(
      z
        .string()
        .check(
          z.refine((text) => readIban(text) === text, { error: 'An IBAN of the United Arab Emirates, without spaces' }),
        ),
    ),
    'The IBAN of the client money account, from which withdrawals are paid. Without it no payment file can be made.',
  ),
  BANK_URL: setting(
    z.optional(addresses.web('http://localhost:8095')),
    'Address of the bank sandbox, to which approved payment files are sent and from which statements are fetched. Without it, staff exchange the files with the bank.',
  ),
  REWARDS_FIRST_INVESTMENT_POINTS: setting(
    z._default(points, 500),
    'Points for an investor’s first registered investment. 0 gives none.',
  ),
  REWARDS_REFERRAL_POINTS: setting(
    z._default(points, 500),
    'Points for each side of a referral, once the referred person’s first investment is registered. 0 gives none.',
  ),
  REWARDS_ANNIVERSARY_POINTS: setting(
    z._default(points, 100),
    'Points for each anniversary of the first registered investment. 0 gives none.',
  ),
  REWARDS_EXPIRY_MONTHS: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(120)), 24),
    'Calendar months after which points expire. Points that are posted keep their expiry.',
  ),
  REWARDS_SILVER_POINTS: setting(z._default(points, 1_000), 'Points from which the second tier applies.'),
  REWARDS_GOLD_POINTS: setting(z._default(points, 5_000), 'Points from which the third tier applies.'),
  RULE_PACK: setting(
    z._default(z.enum(['adgm', 'dfsa', 'vara']), 'adgm'),
    'The regulator’s rules that apply: adgm, dfsa or vara.',
  ),
})
export type InvestmentConfig = z.output<typeof InvestmentConfig>
export const CONFIG = Symbol('CONFIG')

/** Reads the settings of this service. Throws ConfigError with every invalid key. */
export const readConfig = (env: Env): InvestmentConfig => loadConfig(InvestmentConfig, env, ServiceConfig)
