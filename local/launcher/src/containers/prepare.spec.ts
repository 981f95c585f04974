import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Need } from '@hissa/kernel'
import { services } from '@hissa/messaging/bus'
import { addressOf } from '../run/chain.js'
import { allChainKeys, manifests } from '../run/manifests.js'
import { isLocalOnly } from '@hissa/kernel'
import { documentedPassword } from '../seed/accounts.js'
import { grantsOf } from './grants.js'
import { prepareSecrets } from './prepare.js'

const FILES = ['mongo/keyfile', 'mongo/users', 'nats/nats.conf', 'redis/redis.conf', 'redis/users.acl']
const grants = grantsOf(manifests)
const TOLD = [...services, 'operator', 'launcher', 'sandboxes', 'store', 'chain']

describe('prepareSecrets', () => {
  let dir: string
  const read = (file: string) => readFileSync(join(dir, file), 'utf8')
  const everything = () =>
    Object.fromEntries([...FILES, ...TOLD.map((name) => `${name}/env`)].map((file) => [file, read(file)]))
  const needing = (need: Need) => manifests.filter(({ needs }) => needs.includes(need)).map(({ name }) => name)
  const passwordIn = (name: string, variable: string) =>
    new RegExp(`${variable}='\\w+://${name}:(\\w+)@`).exec(read(`${name}/env`))?.[1] ?? ''

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'hissa-prepare-'))
    prepareSecrets(dir, grants, 'nats:2.12')
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('makes files readable only by their owner', () => {
    for (const file of Object.keys(everything()))
      expect([file, statSync(join(dir, file)).mode & 0o777]).toEqual([file, 0o400])
  })

  it('uses a different password for every container', () => {
    const passwords = [
      ...needing('mongodb').map((name) => passwordIn(name, 'MONGODB_URI')),
      ...[...services, 'operator', 'launcher'].map((name) => passwordIn(name, 'NATS_URL')),
      ...needing('redis').map((name) => passwordIn(name, 'REDIS_URL')),
    ]
    expect(passwords.every((password) => password.length >= 32)).toBe(true)
    expect(new Set(passwords).size).toBe(passwords.length)
  })

  it('gives no service the key of another', () => {
    const holders = (variable: string) => TOLD.filter((name) => read(`${name}/env`).includes(`${variable}=`))
    expect(holders('IDENTITY_MASTER_KEY')).toEqual(['identity'])
    expect(holders('KYC_MASTER_KEY')).toEqual(['kyc'])
    expect(holders('PROPERTY_MASTER_KEY')).toEqual(['property'])
    expect(holders('INVESTMENT_MASTER_KEY')).toEqual(['investment'])
    expect(holders('TOKENISATION_MASTER_KEY')).toEqual(['tokenisation'])
    expect(allChainKeys.map(holders)).toEqual(allChainKeys.map(() => ['tokenisation']))
    expect(allChainKeys).toHaveLength(7)
    expect(holders('STRIPE_WEBHOOK_SECRET')).toEqual(['investment', 'sandboxes'])
    expect(holders('MONGO_ADMIN_PASSWORD')).toEqual(['store'])
  })

  it('gives the chain only the addresses of its accounts', () => {
    const keys = [...read('tokenisation/env').matchAll(/^CHAIN_KEY_\w+='(.+)'$/gm)].map(([, key]) => key!)
    expect(keys).toHaveLength(7)
    expect(read('chain/env').trim()).toBe(`CHAIN_ACCOUNTS='${JSON.stringify(keys.map(addressOf))}'`)
  })

  it('keeps the secrets at the next start, because running containers use them', () => {
    const before = everything()
    prepareSecrets(dir, grants, 'nats:2.12')
    expect(everything()).toEqual(before)
    expect(readdirSync(join(dir, 'prepare'))).toEqual(['secrets.json'])
  })

  describe('the password of the demo accounts', () => {
    const inFolder = (act: (prepare: (bindAddress: string, publicUrl?: string) => string | undefined) => void) => {
      const folder = mkdtempSync(join(tmpdir(), 'hissa-prepare-'))
      act((bindAddress, publicUrl = 'http://localhost:8080') => {
        prepareSecrets(folder, grants, 'nats:2.12', !isLocalOnly(bindAddress, publicUrl))
        return /^DEMO_PASSWORD='(.*)'$/m.exec(readFileSync(join(folder, 'launcher/env'), 'utf8'))?.[1]
      })
      rmSync(folder, { recursive: true })
    }

    it('is the documented one on the loopback', () =>
      inFolder((prepare) => expect(prepare('127.0.0.1')).toBe(documentedPassword)))

    it('is generated once if other machines can sign in', () => {
      inFolder((prepare) => {
        const password = prepare('0.0.0.0')
        expect(password).toMatch(/^[0-9a-f]{36}$/)
        expect([prepare('0.0.0.0'), prepare('127.0.0.1')]).toEqual([password, password])
      })
    })

    it('is generated if the public address leads to other machines', () =>
      inFolder((prepare) => expect(prepare('127.0.0.1', 'https://hissa.example')).toMatch(/^[0-9a-f]{36}$/)))

    it('stops the start if other machines could sign in with the documented one', () => {
      inFolder((prepare) => {
        prepare('127.0.0.1')
        expect(() => prepare('192.0.2.7')).toThrow('docker compose down -v')
        expect(prepare('127.0.0.1')).toBe(documentedPassword)
      })
    })

    it('counts as the documented one in volumes of an earlier release', () => {
      const file = join(dir, 'prepare', 'secrets.json')
      const { demoPassword: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
      rmSync(file)
      writeFileSync(file, JSON.stringify(earlier))
      expect(() => prepareSecrets(dir, grants, 'nats:2.12', true)).toThrow('docker compose down -v')
    })
  })

  it('writes the files again after an interrupted start', () => {
    const before = everything()
    // Must not be followed: a file left by an interrupted start is replaced.
    for (const file of FILES) symlinkSync('/nowhere/to/be/found', join(dir, `${file}.new`))
    prepareSecrets(dir, grants, 'nats:2.12')
    expect(everything()).toEqual(before)
  })

  it('stores the passwords of Redis as digests, and allows no connection without a user', () => {
    const acl = read('redis/users.acl')
    expect(acl).toMatch(/^user default off$/m)
    expect(acl).toMatch(/^user gateway on #[0-9a-f]{64} resetkeys resetchannels ~gateway:\*/m)
    expect(acl).not.toContain(passwordIn('gateway', 'REDIS_URL'))
  })

  it('gives docstore the password of each service, for its own database only', () => {
    const expected = needing('mongodb').map((name) => `${name}:${passwordIn(name, 'MONGODB_URI')} hissa_${name}`)
    expect(read('mongo/users').trim().split('\n').sort()).toEqual(expected.sort())
  })

  it('lets the bus write to disk before it acknowledges, if the server supports that', () => {
    expect(read('nats/nats.conf')).toContain('"sync_interval": "always"')
    prepareSecrets(dir, grants, 'registry.example/nats:2.9-alpine')
    expect(read('nats/nats.conf')).not.toContain('sync_interval')
  })
})
