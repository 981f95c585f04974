import { connectBus } from '@hissa/messaging'
import { root } from '@hissa/testing-driver/product'
import { freePort, startNats, startOwnStore } from '@hissa/testing-engines/start'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CostCounter } from './purchase-cost.js'

/** The store and the bus of one platform, separate from it so that they can count what it sends. */
export interface BenchEngines {
  /** Settings with which the platform uses them. */
  env: Record<string, string>
  /** Describes the store to a person. */
  description: string
  openCounter: () => Promise<CostCounter>
  stop(): Promise<void>
}

/** Starts a store and a bus without users for one platform. */
export async function startBenchEngines(): Promise<BenchEngines> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-bench-engines-'))
  const enginesDir = process.env['HISSA_ENGINES'] ?? join(root, '.data', 'engines')
  const store = await startOwnStore(root, join(dir, 'store'))
  const bus = await startNats({ enginesDir, dir: join(dir, 'nats'), port: await freePort(), say: console.log })
  const natsUrl = `nats://127.0.0.1:${bus.port}`
  return {
    description: store.description,
    env: { MONGODB_URI: store.uri, NATS_URL: natsUrl },
    openCounter: async () => CostCounter.open(store.uri, await connectBus(natsUrl, 'counter')),
    stop: async () => {
      await bus.stop()
      await store.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
