import { connectBus } from '@hissa/messaging'
import { freePort, startNats } from '@hissa/testing/engines/start'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { natsUsers, services } from '../../local/src/engines/nats-users.js'
import { prepareBus } from '../../local/src/engines/prepare-bus.js'

/** A bus that knows each service by its own user, with the permissions that it has everywhere, and has all streams. */
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
  const urlFor = (user: string) => `nats://${user}:${passwords[user]}@127.0.0.1:${port}`
  const operator = await connectBus(urlFor('launcher'), 'prepare-bus')
  await prepareBus(operator)
  await operator.nc.drain()
  return {
    urlFor,
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
