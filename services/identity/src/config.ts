import { ServiceConfig, loadConfig, masterKeyText, setting, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

/** Everyone shares one address on a single machine: enough for tests, and little for guessing. */
const LOCAL_LIMIT_FACTOR = 20
const POOL_ID = /^[a-z]{2}-(gov-)?[a-z]+-\d_[a-zA-Z0-9]+$/

export const IdentityConfig = z.extend(z.object(ServiceConfig.shape), {
  IDENTITY_PORT: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 0),
    'Port of the user pool’s HTTP interface; 0 selects a free one.',
  ),
  IDENTITY_HOST: setting(z._default(z.string(), '127.0.0.1'), 'The address that the user pool listens on.'),
  IDENTITY_MASTER_KEY: setting(
    masterKeyText,
    '32 bytes in base64. Verifiers, personal data and signing keys can’t be decrypted without it. The key that signs the audit log of accounts derives from it.',
    { secret: 'key' },
  ),
  USER_POOL_ID: setting(
    z.string().check(z.regex(POOL_ID, 'a region and a name such as ap-southeast-1_Name'), z.maxLength(55)),
    '`<region>_<name>` of the user pool. The name is part of every password’s verifier and can’t be changed.',
  ),
  IDENTITY_TOKEN_LIFE_MINUTES: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(5), z.lte(1_440)), 15),
    'Lifetime of id and access tokens.',
  ),
  IDENTITY_LIMIT_FACTOR: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    'Multiplies the limits of each address and each name.',
    { passedBy: 'npm start', defaultWords: `1; ${LOCAL_LIMIT_FACTOR} in local mode` },
  ),
})

export interface Settings {
  poolId: string
  /** The part of the pool id after the underscore. */
  poolName: string
  clientId: string
  issuer: string
  masterKey: Buffer
  tokenLifeSeconds: number
  limitFactor: number
  localMode: boolean
  port: number
  host: string
  publicUrl: string
}

export const SETTINGS = Symbol('SETTINGS')

/** Reads the settings. Throws ConfigError with every invalid key. */
export function readSettings(env: Env): Settings {
  const config = loadConfig(IdentityConfig, env)
  const localMode = config.LOCAL_MODE === '1'
  return {
    poolId: config.USER_POOL_ID,
    poolName: config.USER_POOL_ID.split('_')[1]!,
    clientId: config.CLIENT_ID,
    issuer: config.ISSUER,
    masterKey: Buffer.from(config.IDENTITY_MASTER_KEY, 'base64'),
    tokenLifeSeconds: config.IDENTITY_TOKEN_LIFE_MINUTES * 60,
    limitFactor: config.IDENTITY_LIMIT_FACTOR ?? (localMode ? LOCAL_LIMIT_FACTOR : 1),
    localMode,
    port: config.IDENTITY_PORT,
    host: config.IDENTITY_HOST,
    publicUrl: config.PUBLIC_URL,
  }
}
