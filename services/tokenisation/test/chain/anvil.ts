import { freePort, isListening, startGuarded } from '@hissa/testing-engines/start'
import { until } from '@hissa/testing-helpers'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http, publicActions, walletActions, type Hex } from 'viem'
import { foundry } from 'viem/chains'

const require = createRequire(import.meta.url)
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64']
const program = () => require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`)

/** No start takes so long, even on a busy machine. */
const START_MS = 60_000
/** States of blocks that the node keeps: more than any test looks back. */
const STATES = 512

export interface Anvil {
  url: string
  client: ReturnType<typeof clientOf>
  /** Returns the height of the newest block. */
  height(): Promise<number>
  /**
   * Replaces exactly the blocks above a height by as many empty ones, while nothing is mined and no one asks: it isn't
   * atomic. `raw` are transactions to include, each with the number of its block among them.
   */
  reorganiseSince(height: number, raw?: readonly (readonly [Hex, number])[]): Promise<void>
  /** Ends the node and starts it again with the chain that it has stored, without the waiting transactions. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(url), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)

const heightOf = async (client: ReturnType<typeof clientOf>) =>
  // Without the cache, which is as old as the polling interval.
  Number(await client.getBlockNumber({ cacheTime: 0 }))

async function reorganise(client: ReturnType<typeof clientOf>, height: number, raw: readonly unknown[]): Promise<void> {
  const depth = (await heightOf(client)) - height
  if (depth < 1 || depth > STATES) throw new Error(`there are ${depth} blocks to reorganise`)
  await client.request({ method: 'anvil_reorg' as never, params: [depth, raw] as never })
  const after = await heightOf(client)
  if (after !== height + depth) throw new Error(`the chain ends at ${after} after the reorganisation`)
}

/** Starts a local chain that mines only when told to, with the gas limit of transactions as on public chains. */
export async function startAnvil(): Promise<Anvil> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-anvil-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const rules = ['--hardfork', 'osaka', '--enable-tx-gas-limit', '--no-mining', '--port', String(port)]
  // By default the states of earlier blocks fill the home folder.
  const args = [...rules, '--prune-history', String(STATES), '--cache-path', join(dir, 'cache')]
  const state = ['--state', join(dir, 'state.json'), '--state-interval', '1']
  const start = async () => {
    const engine = startGuarded({ command: program(), args: [...args, ...state], logFile: join(dir, 'anvil.log') })
    await until(() => isListening(port), START_MS, 'anvil')
    return engine
  }
  let engine = await start()
  const client = clientOf(url)
  return {
    ...{ url, client, height: () => heightOf(client) },
    reorganiseSince: (height, raw = []) => reorganise(client, height, raw),
    restart: async () => {
      await engine.stop()
      engine = await start()
    },
    stop: async () => {
      await engine.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A key that only tests use. */
export const testKey = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
