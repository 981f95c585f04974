import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { busUsers } from '@hissa/messaging/bus'
import {
  completeSecrets,
  demoPasswordOf,
  newKey,
  newPassword,
  readSecrets,
  type ServiceSecrets,
} from '../run/secrets.js'
import { addressOf } from '../run/chain.js'
import type { Grants } from './grants.js'

const FRESH_START = 'docker compose down -v && docker compose up'

/** Secrets of one set of containers, by recipient if each has its own. */
export interface ContainerSecrets extends ServiceSecrets {
  /** The key by which the members of the replica set authenticate each other. */
  mongoKey: string
  mongoAdminPassword: string
  mongoPasswords: Record<string, string>
  natsPasswords: Record<string, string>
  redisPasswords: Record<string, string>
  /** With which the demo accounts were created. */
  demoPassword: string
}

const passwordsFor = (users: readonly string[], kept: Record<string, string> = {}) =>
  Object.fromEntries(users.map((user) => [user, kept[user] ?? newPassword()]))

/**
 * Reads the secrets in `dir`, adds the missing ones, and writes them. Existing ones never change, because running
 * containers use them.
 * @param isPublished whether other machines can reach the product
 * @throws UserError if they could sign in with the documented password
 */
export function loadContainerSecrets(dir: string, grants: Grants, isPublished = false): ContainerSecrets {
  const file = join(dir, 'secrets.json')
  const kept = readSecrets<ContainerSecrets>(file)
  const usersWith = (right: 'store' | 'redisRights') => Object.keys(grants).filter((name) => grants[name]![right])
  const keys = Object.values(grants).flatMap((grant) => grant.keys)
  const chainKeys = Object.values(grants).flatMap((grant) => grant.chainKeys ?? [])
  const secrets: ContainerSecrets = {
    mongoKey: newKey(96),
    mongoAdminPassword: newPassword(),
    ...kept,
    ...completeSecrets(kept, keys, chainKeys),
    mongoPasswords: passwordsFor(usersWith('store'), kept.mongoPasswords),
    natsPasswords: passwordsFor(busUsers, kept.natsPasswords),
    redisPasswords: passwordsFor(usersWith('redisRights'), kept.redisPasswords),
    demoPassword: demoPasswordOf(kept, isPublished, FRESH_START),
  }
  writeSecret(file, JSON.stringify(secrets))
  return secrets
}

/** Writes a file atomically that only its owner can read. */
export function writeSecret(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  // An interrupted start leaves this file, which its owner may read but not write.
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o400 })
  renameSync(`${file}.new`, file)
}

/** Returns Redis's users; passwords are stored as digests, and a connection without a user has no rights. */
export function redisAcl(grants: Grants, passwords: Readonly<Record<string, string>>): string {
  const users = Object.entries(passwords).map(([user, password]) => {
    const digest = createHash('sha256').update(password).digest('hex')
    return `user ${user} on #${digest} resetkeys resetchannels ${grants[user]!.redisRights}`
  })
  return ['user default off', ...users].join('\n')
}

/** Returns the name of a service's database. */
export const databaseOf = (service: string): string => `hissa_${service}`

/** Returns the users of docstore, where it takes the place of MongoDB: each may use its own database. */
export function docstoreUsers(passwords: Readonly<Record<string, string>>): string {
  return Object.entries(passwords)
    .map(([user, password]) => `${user}:${password} ${databaseOf(user)}`)
    .join('\n')
}

/** Returns the environment of one container, with only its own credentials. */
export function environmentOf(name: string, secrets: ContainerSecrets, grants: Grants): Record<string, string> {
  const { mongoPasswords, natsPasswords, redisPasswords } = secrets
  const stripe = { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret }
  return {
    ...(mongoPasswords[name] && {
      MONGODB_URI: `mongodb://${name}:${mongoPasswords[name]}@mongo:27017/?replicaSet=rs0&authSource=admin`,
    }),
    ...(natsPasswords[name] && { NATS_URL: `nats://${name}:${natsPasswords[name]}@nats:4222` }),
    ...(redisPasswords[name] && { REDIS_URL: `redis://${name}:${redisPasswords[name]}@redis:6379` }),
    ...Object.fromEntries((grants[name]?.keys ?? []).map((key) => [key, secrets.keys[key]!])),
    ...Object.fromEntries((grants[name]?.chainKeys ?? []).map((key) => [key, secrets.chainKeys[key]!])),
    ...(name === 'chain' && { CHAIN_ACCOUNTS: JSON.stringify(Object.values(secrets.chainKeys).map(addressOf)) }),
    ...((grants[name]?.payments || name === 'sandboxes') && stripe),
    ...(name === 'launcher' && { DEMO_PASSWORD: secrets.demoPassword }),
    ...(name === 'store' && {
      MONGO_ADMIN_PASSWORD: secrets.mongoAdminPassword,
      MONGO_PASSWORDS: JSON.stringify(mongoPasswords),
    }),
  }
}
