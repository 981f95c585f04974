import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { settingsOf, type ServiceManifest } from '@hissa/kernel'
import { allChainKeys, manifests } from '../run/manifests.js'
import { checkSettings, describeUnused } from '../run/settings.js'
import { serviceEnvs, type Platform } from './service-env.js'

const compose = readFileSync(join(import.meta.dirname, '../../../../docker-compose.yml'), 'utf8')
const byName = manifests.map((manifest) => [manifest.name, manifest] as const)
const namesPassed = (manifest: ServiceManifest, by: readonly string[]) =>
  settingsOf(manifest).flatMap(({ name, passedBy }) => (passedBy && by.includes(passedBy) ? [name] : []))
const namesOf = (manifest: ServiceManifest) => settingsOf(manifest).map(({ name }) => name)

/** Returns the launcher's platform when the user has set `env`. */
const platform = (env: Record<string, string>) =>
  ({
    options: { dataDir: '/data', enginesDir: '/engines', root: '/root' },
    ports: { app: 8080 },
    publicUrl: 'http://localhost:8080',
    identityPort: 9230,
    sandboxUrl: 'http://localhost:9000',
    smtpUrl: 'smtp://localhost:8026',
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: 'http://localhost:8090' },
    chain: {
      rpcUrl: 'http://localhost:8545',
      chainId: 31_337,
      keys: Object.fromEntries(allChainKeys.map((name) => [name, `key ${name}`])),
    },
    secrets: { keys: Object.fromEntries(manifests.flatMap(namesOf).map((name) => [name, `key ${name}`])) },
    engines: { mongodbUri: 'mongodb://', redisUrl: 'redis://', natsUrlFor: (name: string) => `nats://${name}` },
    clockOffsetMs: () => 0,
    env,
  }) as unknown as Platform

/** Returns the settings that a block of the compose file passes on under their own name: `NAME: ${NAME:-default}`. */
const passedIn = (block: string) =>
  [...block.matchAll(/\b([A-Z][A-Z_]+): ['"]?\$\{([A-Z_]+)(?::-[^}]*)?\}/g)]
    .filter(([, name, from]) => name === from && name !== 'PUBLIC_URL')
    .map(([, name]) => name!)
const blockOf = (service: string) => new RegExp(`^  ${service}:\n((?:    .*\n)+)`, 'm').exec(compose)![1]!
const anchor = passedIn(compose.slice(compose.indexOf('x-environment:'), compose.indexOf('\nservices:')))

describe('the environment of a service', () => {
  it.each(byName)('%s: has every required setting and none that its manifest does not declare', (name, manifest) => {
    const env = serviceEnvs(platform({}))[name]
    const required = settingsOf(manifest).filter(({ isRequired }) => isRequired)
    expect(required.map((setting) => setting.name).filter((setting) => !env[setting])).toEqual([])
    expect(Object.keys(env).filter((key) => !namesOf(manifest).includes(key))).toEqual([])
  })

  it.each(byName)('%s: has the user’s values of the settings that are passed on', (name, manifest) => {
    const all = manifests.flatMap(namesOf)
    const env = serviceEnvs(platform(Object.fromEntries(all.map((key) => [key, `given ${key}`]))))[name]
    const given = Object.keys(env).filter((key) => env[key] === `given ${key}` && key !== 'STORAGE_URL')
    expect(given.sort()).toEqual(namesPassed(manifest, ['all', 'npm start']).sort())
  })

  it.each(byName)('%s: is passed the same optional settings by docker compose', (name, manifest) => {
    const passed = namesPassed(manifest, ['all'])
    expect(
      [...anchor, ...passedIn(blockOf(name))].filter((key) => !['PORT', 'BIND_ADDRESS'].includes(key)).sort(),
    ).toEqual(passed.sort())
  })

  it('gives the gateway the address of the app, whatever BIND_ADDRESS says', () => {
    const told = (env: Record<string, string>) =>
      serviceEnvs({ ...platform(env), secrets: { keys: {} } as Platform['secrets'] }).gateway['BIND_ADDRESS']
    expect([told({}), told({ HOST: '0.0.0.0', BIND_ADDRESS: '127.0.0.1' })]).toEqual(['127.0.0.1', '0.0.0.0'])
  })

  it('ignores the user’s keys, which the launcher reports', () => {
    const env = { KYC_MASTER_KEY: 'k', STRIPE_WEBHOOK_SECRET: 'whsec_1', LOG_LEVEL: 'info' }
    expect(describeUnused(env)).toMatch(/^Not used: KYC_MASTER_KEY, STRIPE_WEBHOOK_SECRET\. /)
    expect(describeUnused({ CHAIN_ID: '1', CHAIN_KEY_MINTER: '0x1' })).toMatch(
      /^Not used: CHAIN_ID, CHAIN_KEY_MINTER\. /,
    )
    const external = { CHAIN_RPC_URL: 'http://localhost', CHAIN_ID: '1', CHAIN_KEY_MINTER: '0x1' }
    expect(describeUnused(external)).toBeUndefined()
    expect(describeUnused({ STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toBeUndefined()
  })

  it('is checked completely before anything starts', () => {
    expect(() => checkSettings({ DRAIN_DELAY_MS: '1500' })).not.toThrow()
    expect(() => checkSettings({ DRAIN_DELAY_MS: 'soon', LOG_LEVEL: 'loud', SOCKETS_PER_ADDRESS: '-1' })).toThrow(
      /LOG_LEVEL must be[\s\S]*DRAIN_DELAY_MS must be[\s\S]*SOCKETS_PER_ADDRESS must be/,
    )
  })
})
