import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { addresses } from './addresses.js'
import { ConfigError, loadConfig, ServiceConfig, type Env } from './config.js'

function faults(schema: z.ZodMiniType, env: Env, ...others: z.ZodMiniType[]): readonly string[] {
  try {
    loadConfig(schema, env, ...others)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).keys
  }
}

describe('loadConfig', () => {
  it('names what each setting must be, and which are missing', () => {
    expect(
      faults(ServiceConfig, { NATS_URL: 'localhost', PUBLIC_URL: 'ftp://x', LOG_LEVEL: 'loud', CLIENT_ID: 'web' }),
    ).toEqual([
      'LOG_LEVEL must be one of silent, error, warn, info, debug',
      'NATS_URL must be a NATS address such as nats://user:password@localhost:4222, or several with commas between them',
      'PUBLIC_URL must be a web address such as https://hissa.example',
      'JWKS_URL must be a web address such as https://hissa.example (it is not set)',
      'ISSUER must be set (it is not set)',
      'MONGODB_URI must be a MongoDB address such as mongodb://user:password@localhost:27017/?replicaSet=rs0 (it is not set)',
    ])
  })

  it('reports forbidden local settings, its own faults and those of other schemas together', () => {
    const own = z.object({ REDIS_URL: addresses.redis(), COUNT: z.coerce.number().check(z.int(), z.gte(1), z.lte(5)) })
    const env = { NODE_ENV: 'production', LOCAL_MODE: '1', REDIS_URL: 'redis', COUNT: '9' }
    const other = z.object({ SECRET: z.string().check(z.startsWith('sk_')), COUNT: z.coerce.number().check(z.lte(5)) })
    expect(faults(own, { ...env, SECRET: 'x' }, other)).toEqual([
      'LOCAL_MODE must not be set when NODE_ENV is production',
      'REDIS_URL must be a Redis address such as redis://:password@localhost:6379',
      'COUNT must be 5 or less',
      'SECRET must be text that starts with sk_',
    ])
  })

  it('reports a folder as storage in production, where replicas share no disk', () => {
    const storage = z.object({ STORAGE_URL: addresses.storage() })
    const words = 'STORAGE_URL must be a bucket, such as s3://bucket?region=me-central-1, when NODE_ENV is production'
    expect(faults(storage, { NODE_ENV: 'production', STORAGE_URL: 'file:///data/storage' })).toEqual([words])
    expect(loadConfig(storage, { STORAGE_URL: 'file:///data/storage' })).toEqual({
      STORAGE_URL: 'file:///data/storage',
    })
    const bucket = { NODE_ENV: 'production', STORAGE_URL: 's3://bucket' }
    expect(loadConfig(storage, bucket)).toEqual({ STORAGE_URL: 's3://bucket' })
  })

  it('never shows the value of a setting', () => {
    expect(faults(ServiceConfig, { MONGODB_URI: 'mongo://root:hunter2@db' }).join()).not.toMatch(/hunter2/)
  })
})

describe('an address setting', () => {
  const accepts = (kind: keyof typeof addresses, text: string) => z.safeParse(addresses[kind](), text).success

  it.each([
    ['mongodb', 'mongodb://a:b@one:1,two:2/db?replicaSet=rs0'],
    ['mongodb', 'mongodb+srv://cluster.example'],
    ['nats', 'nats://a:b@one:4222,nats://a:b@two:4222'],
    ['nats', 'tls://one'],
    ['redis', 'redis://:p@127.0.0.1:6379/3'],
    ['smtp', 'smtps://u:p@mail.example'],
    ['storage', 'file:///data/storage'],
    ['storage', 's3://bucket?region=me-central-1'],
    ['web', 'http://localhost:8080'],
  ] as const)('of %s accepts %s', (kind, text) => expect(accepts(kind, text)).toBe(true))

  it.each([
    ['mongodb', 'mongodb://'],
    ['nats', 'nats://one:4222,two:4222'],
    ['redis', '127.0.0.1:6379'],
    ['smtp', 'mail.example:25'],
    ['storage', '/data/storage'],
    ['web', 'localhost:8080'],
  ] as const)('of %s rejects %s', (kind, text) => expect(accepts(kind, text)).toBe(false))
})
