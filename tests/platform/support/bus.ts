import { freePort, startNats } from '@hissa/testing-engines/start'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { busUsers, natsUsers, startBusOperator } from '@hissa/messaging/bus'

/** A bus with its operator and a user for each service, with the rights that it has everywhere. */
export interface TestBus {
  /** Returns the address for a user; `launcher` has all rights. */
  urlFor(user: string): string
  /** Returns how many streams and consumers the operator has recreated. */
  recreated(): number
  /** Kills the server, removes its store and starts it again on the same port. */
  wipe(): Promise<void>
  stop(): Promise<void>
}

export async function startBus(): Promise<TestBus> {
  const passwords = Object.fromEntries(busUsers.map((user) => [user, `pw-${user}`]))
  const dir = await mkdtemp(join(tmpdir(), 'hissa-bus-'))
  const port = await freePort()
  const enginesDir = process.env['HISSA_ENGINES'] ?? join(import.meta.dirname, '../../../.data/engines')
  const start = () => startNats({ enginesDir, dir, port, say: () => undefined, users: natsUsers(passwords) })
  let server = await start()
  const urlFor = (user: string) => `nats://${user}:${passwords[user]}@127.0.0.1:${port}`
  let recreated = 0
  const operator = await startBusOperator(urlFor('operator'), {
    repaired: (repairs, isFirst) => void (recreated += isFirst ? 0 : repairs.length),
    failed: () => undefined,
  })
  return {
    urlFor,
    recreated: () => recreated,
    wipe: async () => {
      process.kill(server.pid(), 'SIGKILL')
      await server.exited
      await rm(dir, { recursive: true, force: true })
      server = await start()
    },
    stop: async () => {
      await operator.stop()
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
