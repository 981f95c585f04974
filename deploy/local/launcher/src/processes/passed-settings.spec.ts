import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { services, type Service } from '@hissa/messaging/bus'
import { checkSettings } from '../run/settings.js'
import { passedOnOneMachine, passedSettings, type PassedSettings } from './passed-settings.js'
import { serviceEnvs, type Platform } from './service-env.js'

const compose = readFileSync(join(import.meta.dirname, '../../../../../docker-compose.yml'), 'utf8')
const namesFor = (settings: PassedSettings, service: Service) => [...settings.every, ...(settings[service] ?? [])]

/** The launcher's platform when a person has set `env`. */
const platform = (env: Record<string, string>) =>
  ({
    options: { dataDir: '/data', root: '/root' },
    ports: { app: 8080 },
    publicUrl: 'http://localhost:8080',
    stripe: {},
    secrets: {},
    engines: { mongodbUri: '', redisUrl: '', natsUrlFor: () => '' },
    clockOffsetMs: () => 0,
    env,
  }) as unknown as Platform

/** Settings that a block of the compose file passes on under their own name: `NAME: ${NAME:-default}`. */
const passedIn = (block: string) =>
  [...block.matchAll(/\b([A-Z][A-Z_]+): ['"]?\$\{([A-Z_]+)(?::-[^}]*)?\}/g)]
    .filter(([, name, from]) => name === from && name !== 'PUBLIC_URL')
    .map(([, name]) => name!)
const blockOf = (service: string) => new RegExp(`^  ${service}:\n((?:    .*\n|\n)+)`, 'm').exec(compose)![1]!

describe('optional settings', () => {
  it.each(services)('that were set reach %s from the launcher, and no other service', (service) => {
    const all = [passedSettings, passedOnOneMachine].flatMap((settings) => Object.values(settings).flat())
    const env = serviceEnvs(platform(Object.fromEntries(all.map((name) => [name, `given ${name}`]))))[service]
    const given = Object.keys(env).filter((name) => env[name] === `given ${name}`)
    const expected = [...namesFor(passedSettings, service), ...namesFor(passedOnOneMachine, service)]
    expect(given.sort()).toEqual(expected.sort())
  })

  it('are the same in the compose file', () => {
    const every = passedIn(compose.slice(compose.indexOf('x-environment:'), compose.indexOf('\nservices:')))
    expect(every.sort()).toEqual([...passedSettings.every].sort())
    for (const service of services) {
      const own = namesFor(passedSettings, service).slice(passedSettings.every.length)
      expect([service, passedIn(blockOf(service)).sort()]).toEqual([service, own.sort()])
    }
  })

  it('are checked before anything starts, with the rest', () => {
    expect(() => checkSettings({ DRAIN_DELAY_MS: '1500' })).not.toThrow()
    expect(() => checkSettings({ DRAIN_DELAY_MS: 'soon', LOG_LEVEL: 'loud' })).toThrow(
      /LOG_LEVEL must be[\s\S]*DRAIN_DELAY_MS must be/,
    )
  })
})
