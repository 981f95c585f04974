import { freePort, startNats } from '@hissa/testing/engines/start'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { natsUsers, services } from '../../local/src/engines/nats-users.js'

/** A bus that knows each service by its own user, with the permissions that it has everywhere. */
export interface TestBus {
  /** `launcher` may do everything. */
  urlFor(user: string): string
  stop(): Promise<void>
}

export async function startBus(): Promise<TestBus> {
  const passwords = Object.fromEntries([...services, 'launcher'].map((user) => [user, `pw-${user}`]))
  const dir = await mkdtemp(join(tmpdir(), 'hissa-bus-'))
  const port = await freePort()
  const enginesDir = process.env['HISSA_ENGINES'] ?? join(import.meta.dirname, '../../../.data/engines')
  const server = await startNats({ enginesDir, dir, port, say: () => undefined, users: natsUsers(passwords) })
  return {
    urlFor: (user) => `nats://${user}:${passwords[user]}@127.0.0.1:${port}`,
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
