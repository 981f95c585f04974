import { connectBus } from '@hissa/messaging'
import { root } from '@hissa/testing-driver/product'
import { freePort, onPath, startMongod, startNats } from '@hissa/testing-engines/start'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CostCounter } from './purchase-cost.js'

/** The store and the bus of one platform, separate from it so that they can count what it sends. */
export interface BenchEngines {
  /** Settings with which the platform uses them; empty if it starts its own. */
  env: Record<string, string>
  /** Absent without a real MongoDB server, which is what counts. */
  openCounter?: () => Promise<CostCounter>
  stop(): Promise<void>
}

/**
 * Starts `mongod` and a bus without users for one platform. Without `mongod` on PATH the platform starts its own
 * engines.
 */
export async function startBenchEngines(): Promise<BenchEngines> {
  if (!(await onPath('mongod'))) return { env: {}, stop: async () => undefined }
  const dir = await mkdtemp(join(tmpdir(), 'hissa-bench-engines-'))
  const enginesDir = process.env['HISSA_ENGINES'] ?? join(root, '.data', 'engines')
  const store = await startMongod({ dir: join(dir, 'mongod'), port: await freePort() })
  const bus = await startNats({ enginesDir, dir: join(dir, 'nats'), port: await freePort(), say: console.log })
  const natsUrl = `nats://127.0.0.1:${bus.port}`
  return {
    env: { MONGODB_URI: store.uri, NATS_URL: natsUrl },
    openCounter: async () => CostCounter.open(store.uri, await connectBus(natsUrl, 'counter')),
    stop: async () => {
      await bus.stop()
      await store.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
