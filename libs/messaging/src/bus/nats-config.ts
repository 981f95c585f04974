/** What one NATS user may do; absent means everything within its account. */
export interface NatsPermissions {
  publish: string[]
  subscribe: string[]
  /** May answer what it was asked, once each and for so long, wherever the question says that the answer goes. */
  answerWithin?: string
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
  /** One list of users in the default account, or a list for each named account; each account has JetStream. */
  users?: NatsUser[]
  accounts?: Record<string, NatsUser[]>
  /** Each message is on disk before it is acknowledged, which servers know from 2.10 on. */
  syncAlways?: boolean
}

const maxFileStoreBytes = 4 * 1024 ** 3
const maxMemoryStoreBytes = 64 * 1024 ** 2

/** The text of a nats-server configuration (JSON, which its format contains) for 2.9 and newer. Holds passwords. */
export function natsConfig({ host, port, storeDir, users, accounts, syncAlways }: NatsConfigOptions): string {
  const entry = ({ user, password, permissions }: NatsUser) => ({
    user,
    password,
    ...(permissions && {
      permissions: {
        publish: { allow: permissions.publish },
        subscribe: { allow: permissions.subscribe },
        ...(permissions.answerWithin && { allow_responses: { max: 1, expires: permissions.answerWithin } }),
      },
    }),
  })
  const named = Object.entries(accounts ?? {})
  const config = {
    listen: `${host}:${port}`,
    jetstream: {
      store_dir: storeDir,
      max_file_store: maxFileStoreBytes,
      max_memory_store: maxMemoryStoreBytes,
      ...(syncAlways && { sync_interval: 'always' }),
    },
    ...(users && { authorization: { users: users.map(entry) } }),
    ...(accounts && {
      accounts: Object.fromEntries(
        named.map(([name, list]) => [name, { jetstream: 'enabled', users: list.map(entry) }]),
      ),
    }),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
