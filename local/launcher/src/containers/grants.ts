import { settingsOf, type ServiceManifest } from '@hissa/kernel'

/** The credentials that the container of one service receives. */
export interface Grant {
  /** A user for its database. */
  store: boolean
  /** Names of the keys that are generated only for it. */
  keys: string[]
  /** Names of the keys of its accounts on the chain, also generated only for it. */
  chainKeys?: string[]
  /** The payment processor's secrets, which it shares with the payments sandbox. */
  payments: boolean
  /** Its rights on Redis, if it has a user there. */
  redisRights?: string
}

export type Grants = Readonly<Record<string, Grant>>

/**
 * Returns the credentials that each service needs. They are listed in docker-compose.yml, because no manifest is in the
 * image.
 */
export function grantsOf(manifests: readonly ServiceManifest[]): Grants {
  return Object.fromEntries(
    manifests.map((manifest) => {
      const { name, needs, redisRights } = manifest
      const secretsOf = (kind: 'key' | 'chain key') =>
        settingsOf(manifest).flatMap((setting) => (setting.secret === kind ? [setting.name] : []))
      const keys = secretsOf('key')
      const chainKeys = secretsOf('chain key')
      const store = needs.includes('mongodb')
      const payments = needs.includes('payments')
      const more = { ...(chainKeys.length > 0 && { chainKeys }), ...(redisRights && { redisRights }) }
      return [name, { store, keys, payments, ...more }]
    }),
  )
}
