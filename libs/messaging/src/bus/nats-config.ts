/** Permissions of one NATS user; absent means everything within its account. */
export interface NatsPermissions {
  publish: string[]
  subscribe: string[]
  /** Lets the user reply once to each message it receives, on that message's reply subject, for this long. */
  replyWithin?: string
}

export interface NatsUser {
  user: string
  password: string
  permissions?: NatsPermissions
}

export interface NatsConfigOptions {
  host: string
  port: number
  storeDir: string
  /** Users of the default account, or of each named account. Every account has JetStream. */
  users?: NatsUser[]
  accounts?: Record<string, NatsUser[]>
  /** Syncs each message to disk before it is acknowledged. Needs server 2.10 or newer. */
  syncAlways?: boolean
}

const maxFileStoreBytes = 4 * 1024 ** 3
const maxMemoryStoreBytes = 64 * 1024 ** 2

/** Returns users with their permissions, as a configuration of the server has them. Contains passwords. */
export const authorization = (users: readonly NatsUser[]) => ({
  users: users.map(({ user, password, permissions }) => ({
    user,
    password,
    ...(permissions && {
      permissions: {
        publish: { allow: permissions.publish },
        subscribe: { allow: permissions.subscribe },
        ...(permissions.replyWithin && { allow_responses: { max: 1, expires: permissions.replyWithin } }),
      },
    }),
  })),
})

/**
 * Returns the text of a nats-server configuration for 2.9 and newer, as JSON, which its format includes. Contains
 * passwords.
 */
export function natsConfig({ host, port, storeDir, users, accounts, syncAlways }: NatsConfigOptions): string {
  const named = Object.entries(accounts ?? {})
  const config = {
    listen: `${host}:${port}`,
    jetstream: {
      store_dir: storeDir,
      max_file_store: maxFileStoreBytes,
      max_memory_store: maxMemoryStoreBytes,
      ...(syncAlways && { sync_interval: 'always' }),
    },
    ...(users && { authorization: authorization(users) }),
    ...(accounts && {
      accounts: Object.fromEntries(
        named.map(([name, list]) => [name, { jetstream: 'enabled', ...authorization(list) }]),
      ),
    }),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
