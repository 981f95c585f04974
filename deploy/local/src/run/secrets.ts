import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './user-error.js'

/** Made once for a data folder, except the passwords of the bus, which are new on every run. */
export interface Secrets {
  identityMasterKey: string
  kycMasterKey: string
  stripeSecretKey: string
  stripeWebhookSecret: string
  redisPassword: string
  /** By NATS user: each service, and `launcher`. */
  natsPasswords: Record<string, string>
}

const keyBytes = 32
const passwordBytes = 18
const key = () => randomBytes(keyBytes).toString('base64')
const password = () => randomBytes(passwordBytes).toString('hex')

/** Reads `.data/secrets.json`, adds what is missing and new bus passwords, and writes it (0600). */
export function loadSecrets(dataDir: string, natsUsers: readonly string[]): Secrets {
  const file = join(dataDir, 'secrets.json')
  const secrets: Secrets = {
    identityMasterKey: key(),
    kycMasterKey: key(),
    stripeSecretKey: `sk_test_${password()}`,
    stripeWebhookSecret: `whsec_${password()}`,
    redisPassword: password(),
    ...readSecrets(file),
    natsPasswords: Object.fromEntries(natsUsers.map((user) => [user, password()])),
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}

function readSecrets(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    // New keys would make everything that is encrypted unreadable: say so instead.
    if (error instanceof SyntaxError)
      throw new UserError(`${file} is damaged. Start with --fresh to make new keys and data.`)
    throw error
  }
}
