import { ServiceConfig, loadConfig, masterKeyText, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

const POOL_ID = /^[a-z]{2}-(gov-)?[a-z]+-\d_[a-zA-Z0-9]+$/

export const IdentityConfig = z.extend(z.object(ServiceConfig.shape), {
  /** 0 takes a free port. */
  IDENTITY_PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 0),
  IDENTITY_HOST: z._default(z.string(), '127.0.0.1'),
  /** 32 bytes, base64. From it come the keys that seal verifiers, personal data and signing keys: losing it loses them. */
  IDENTITY_MASTER_KEY: masterKeyText,
  /** `<region>_<name>`; the name takes part in every password's verifier and can therefore not be changed. */
  USER_POOL_ID: z.string().check(z.regex(POOL_ID, 'a region and a name such as ap-southeast-1_Name'), z.maxLength(55)),
  /** Of id and access tokens. */
  IDENTITY_TOKEN_LIFE_MINUTES: z._default(z.coerce.number().check(z.int(), z.gte(5), z.lte(1_440)), 15),
  /** How many times over the limits of an address and of a name are granted; in local mode 200 unless it is set. */
  IDENTITY_LIMIT_FACTOR: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
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
}

export const SETTINGS = Symbol('SETTINGS')

/** Throws ConfigError with every wrong key. */
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
    limitFactor: config.IDENTITY_LIMIT_FACTOR ?? (localMode ? 200 : 1),
    localMode,
    port: config.IDENTITY_PORT,
    host: config.IDENTITY_HOST,
  }
}
