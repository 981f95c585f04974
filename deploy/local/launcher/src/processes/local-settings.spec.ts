import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { ConfigError, LOCAL_SETTINGS, type Boot } from '@hissa/kernel'
import { services } from '@hissa/messaging/bus'

const root = join(import.meta.dirname, '../../../../..')

/** Settings that production may have, and needs. A new setting goes here or, when it is for one machine, in the list. */
const PRODUCTION_SETTINGS = [
  ...[
    'CLIENT_ID',
    'CONTACT_EMAIL',
    'DRAIN_DELAY_MS',
    'HEALTH_PORT',
    'HOST',
    'IDENTITY_HOST',
    'IDENTITY_HTTP_URL',
    'IDENTITY_MASTER_KEY',
  ],
  ...[
    'IDENTITY_PORT',
    'IDENTITY_TOKEN_LIFE_MINUTES',
    'INVESTMENT_MASTER_KEY',
    'ISSUER',
    'JWKS_URL',
    'KYC_MASTER_KEY',
    'LOG_LEVEL',
    'MAIL_FROM',
  ],
  ...['MONGODB_DB_PREFIX', 'MONGODB_URI', 'NATS_REPLICAS', 'NATS_URL', 'NODE_ENV', 'PORT', 'PUBLIC_URL'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
  ...[
    'PROPERTY_MASTER_KEY',
    'RATE_LIMIT_READS_PER_MINUTE',
    'RATE_LIMIT_WRITES_PER_MINUTE',
    'REDIS_URL',
    'REGION',
    'REGULATOR_LINE',
    'RULE_PACK',
    'SANCTIONS_DIR',
    'SMTP_URL',
    'SOCKETS_PER_ADDRESS',
  ],
  ...['STORAGE_URL', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TRUST_PROXY'],
  ...['USER_POOL_ID', 'VERSION', 'WEB_DIST'],
]

/** Keys of the configuration schemas, and whatever else a service or a library reads from its environment. */
function settingsRead(): string[] {
  const sources = globSync(['services/*/src/**/*.ts', 'libs/*/src/**/*.ts'], { cwd: root })
  // The test engines and docstore aren't part of production; docstore rejects it on its own.
  const ours = sources.filter((path) => !/\.spec\.ts$|^libs\/(testing|docstore)\//.test(path))
  const names = ours.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const keys = /^(config|tracing)\.ts$/.test(basename(path)) ? [...text.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)] : []
    const read = [...text.matchAll(/\benv(?:\.|\??\.?\[')([A-Z][A-Z0-9_]+)/g)]
    const taken = [...text.matchAll(/\{([^{}]*)\} = (?:process\.)?env\b/g)].flatMap(([, list]) => [
      ...list!.matchAll(/(?:^|,)\s*([A-Z][A-Z0-9_]+)/g),
    ])
    return [...keys, ...read, ...taken].map(([, name]) => name!)
  })
  return [...new Set(names)].sort()
}

const environment = { NODE_ENV: 'production', ...Object.fromEntries(LOCAL_SETTINGS.map((name) => [name, '1'])) }

describe('settings for one machine', () => {
  it('are separate from those of production, with each setting on one side', () => {
    expect(settingsRead()).toEqual([...PRODUCTION_SETTINGS, ...LOCAL_SETTINGS].sort())
  })

  it.each(services)('are refused by %s in production, all of them by name', async (service) => {
    const { boot } = (await import(`@hissa/${service}`)) as { boot: Boot }
    const refusal = await Promise.resolve()
      .then(() => boot(environment))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(refusal).toBeInstanceOf(ConfigError)
    const refused = LOCAL_SETTINGS.map((name) => `${name} must not be set when NODE_ENV is production`)
    expect((refusal as ConfigError).keys).toEqual(expect.arrayContaining(refused))
  })

  it('end a process of production with code 78', () => {
    const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
    const env = {
      PATH: process.env['PATH'],
      SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'),
      ...environment,
    }
    const main = join(root, 'services/notification/src/main.ts')
    const { status, stderr } = spawnSync(process.execPath, [...source, main], { cwd: root, env, encoding: 'utf8' })
    for (const name of LOCAL_SETTINGS) expect(stderr).toContain(`${name} must not be set`)
    expect(status).toBe(78)
  })
})
