import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedPassword } from '../seed/accounts.js'
import { UserError } from './user-error.js'

export const FRESH_START = 'npm start -- --fresh'

/** The keys with which services encrypt and sign, however they are run. */
export interface ServiceSecrets {
  /** By the name of the setting, such as KYC_MASTER_KEY. */
  keys: Record<string, string>
  /** Private keys of accounts on the chain, by the name of the setting: 32 bytes in hexadecimal with prefix 0x. */
  chainKeys: Record<string, string>
  stripeSecretKey: string
  stripeWebhookSecret: string
}

/** Generated once for a data folder, except the passwords of the bus, which change at every run. */
export interface Secrets extends ServiceSecrets {
  redisPassword: string
  docstorePassword: string
  /** By NATS user: each service, and `launcher`. */
  natsPasswords: Record<string, string>
  /** With which the demo accounts were created. */
  demoPassword: string
}

const keyBytes = 32
const passwordBytes = 18
/** Returns a random key in base64. */
export const newKey = (bytes = keyBytes) => randomBytes(bytes).toString('base64')
/** Returns a random password in hexadecimal. */
export const newPassword = () => randomBytes(passwordBytes).toString('hex')

const newChainKey = () => `0x${randomBytes(keyBytes).toString('hex')}`

/**
 * Returns the secrets in `kept`, and new ones for the missing. `names` are those of the services' keys, `chainNames`
 * those of the accounts on the chain.
 */
export const completeSecrets = (
  kept: Partial<ServiceSecrets>,
  names: readonly string[],
  chainNames: readonly string[],
): ServiceSecrets => ({
  keys: { ...kept.keys, ...Object.fromEntries(names.map((name) => [name, keptKey(kept, name) ?? newKey()])) },
  chainKeys: {
    ...kept.chainKeys,
    ...Object.fromEntries(chainNames.map((name) => [name, kept.chainKeys?.[name] ?? newChainKey()])),
  },
  stripeSecretKey: kept.stripeSecretKey ?? `sk_test_${newPassword()}`,
  stripeWebhookSecret: kept.stripeWebhookSecret ?? `whsec_${newPassword()}`,
})

/**
 * Returns the password of the demo accounts: the kept one, else a new one if other machines can sign in, else the
 * documented one.
 * @param freshStart the command that starts again with new data
 * @throws UserError if other machines could sign in with the documented password
 */
export function demoPasswordOf(kept: { demoPassword?: string }, isPublished: boolean, freshStart: string): string {
  const isFirstStart = Object.keys(kept).length === 0
  const password = kept.demoPassword ?? (isPublished && isFirstStart ? newPassword() : documentedPassword)
  if (isPublished && password === documentedPassword)
    throw new UserError(
      'Other machines can reach the product, and its demo accounts have the documented password. ' +
        `Start again with new data: ${freshStart}`,
    )
  return password
}

/** Folders of earlier versions store KYC_MASTER_KEY as `kycMasterKey`. */
const keptKey = (kept: Partial<ServiceSecrets>, name: string): string | undefined =>
  kept.keys?.[name] ?? (kept as Record<string, string | undefined>)[camelCase(name)]
const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Reads `.data/secrets.json`, adds missing secrets and new bus passwords, and writes it (0600).
 * @param keys names of the services' keys
 * @param chainKeys names of the keys of accounts on the chain
 * @param isPublished whether other machines can reach the product
 * @throws UserError if they could sign in with the documented password
 */
export function loadSecrets(
  dataDir: string,
  natsUsers: readonly string[],
  keys: readonly string[],
  chainKeys: readonly string[] = [],
  isPublished = false,
): Secrets {
  const file = join(dataDir, 'secrets.json')
  const kept = readSecrets<Secrets>(file)
  const secrets: Secrets = {
    redisPassword: newPassword(),
    docstorePassword: newPassword(),
    ...kept,
    ...completeSecrets(kept, keys, chainKeys),
    natsPasswords: Object.fromEntries(natsUsers.map((user) => [user, newPassword()])),
    demoPassword: demoPasswordOf(kept, isPublished, FRESH_START),
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}

/** Returns the content of `file`, empty when it does not exist. Throws UserError when it is damaged. */
export function readSecrets<T>(file: string): Partial<T> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<T>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    // New keys would make everything that is encrypted unreadable, so this is an error.
    if (error instanceof SyntaxError)
      throw new UserError(`${file} is damaged. Start with --fresh to make new keys and data.`)
    throw error
  }
}
