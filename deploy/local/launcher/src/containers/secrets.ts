import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { busUsers, services } from '@hissa/messaging/bus'
import { newKey, newPassword, newServiceSecrets, readSecrets, type ServiceSecrets } from '../run/secrets.js'

/** Services with a database of their own: all but the public face. */
export const storeUsers = services.filter((service) => service !== 'gateway')
/** Who uses Redis, and which keys and commands are theirs: jobs of the mail queue, counters of the write limit. */
const redisUsers = {
  notification: '~hissa_bull:* &* +@all -@admin -@dangerous +info',
  gateway: '~gateway:* +@read +@write +@scripting +@connection -@dangerous +info',
} as const

/** Secrets of one set of containers, by recipient where each has its own. */
export interface ContainerSecrets extends ServiceSecrets {
  /** What the members of the replica set know each other by. */
  mongoKey: string
  mongoAdminPassword: string
  mongoPasswords: Record<string, string>
  natsPasswords: Record<string, string>
  redisPasswords: Record<string, string>
}

const passwordsFor = (users: readonly string[], kept: Record<string, string> = {}) =>
  Object.fromEntries(users.map((user) => [user, kept[user] ?? newPassword()]))

/** Reads the secrets in `dir`, adds what is missing, and keeps them: containers that run go on with what they have. */
export function loadContainerSecrets(dir: string): ContainerSecrets {
  const file = join(dir, 'secrets.json')
  const kept = readSecrets<ContainerSecrets>(file)
  const secrets: ContainerSecrets = {
    ...newServiceSecrets(),
    mongoKey: newKey(96),
    mongoAdminPassword: newPassword(),
    ...kept,
    mongoPasswords: passwordsFor(storeUsers, kept.mongoPasswords),
    natsPasswords: passwordsFor(busUsers, kept.natsPasswords),
    redisPasswords: passwordsFor(Object.keys(redisUsers), kept.redisPasswords),
  }
  writeSecret(file, JSON.stringify(secrets))
  return secrets
}

/** Writes a file that only its owner reads, whole or not at all. */
export function writeSecret(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  // A start that ended in between has left one, which its owner may read, not write.
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o400 })
  renameSync(`${file}.new`, file)
}

/** Redis's users; the password is kept as its digest, and who names no user may do nothing. */
export function redisAcl(passwords: Readonly<Record<string, string>>): string {
  const users = Object.entries(redisUsers).map(([user, rights]) => {
    const digest = createHash('sha256').update(passwords[user]!).digest('hex')
    return `user ${user} on #${digest} resetkeys resetchannels ${rights}`
  })
  return ['user default off', ...users].join('\n')
}

/** What each container is told in its environment: its own credentials and nobody else's. */
export function environmentOf(name: string, secrets: ContainerSecrets): Record<string, string> {
  const { mongoPasswords, natsPasswords, redisPasswords } = secrets
  const stripe = { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret }
  return {
    ...(mongoPasswords[name] && {
      MONGODB_URI: `mongodb://${name}:${mongoPasswords[name]}@mongo:27017/?replicaSet=rs0&authSource=admin`,
    }),
    ...(natsPasswords[name] && { NATS_URL: `nats://${name}:${natsPasswords[name]}@nats:4222` }),
    ...(redisPasswords[name] && { REDIS_URL: `redis://${name}:${redisPasswords[name]}@redis:6379` }),
    ...(name === 'identity' && { IDENTITY_MASTER_KEY: secrets.identityMasterKey }),
    ...(name === 'kyc' && { KYC_MASTER_KEY: secrets.kycMasterKey }),
    ...(name === 'property' && { PROPERTY_MASTER_KEY: secrets.propertyMasterKey }),
    ...(name === 'investment' && { INVESTMENT_MASTER_KEY: secrets.investmentMasterKey }),
    ...((name === 'investment' || name === 'sandboxes') && stripe),
    ...(name === 'store' && {
      MONGO_ADMIN_PASSWORD: secrets.mongoAdminPassword,
      MONGO_PASSWORDS: JSON.stringify(mongoPasswords),
    }),
  }
}
