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

export interface Anvil {
  url: string
  client: ReturnType<typeof clientOf>
  /** Ends the node and starts it again with the chain that it has stored, without the waiting transactions. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(url), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)

/** Starts a local chain that mines only when told to, with the gas limit of transactions as on public chains. */
export async function startAnvil(): Promise<Anvil> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-anvil-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['--hardfork', 'osaka', '--enable-tx-gas-limit', '--no-mining', '--port', String(port)]
  const state = ['--state', join(dir, 'state.json'), '--state-interval', '1']
  const start = async () => {
    const engine = startGuarded({ command: program(), args: [...args, ...state], logFile: join(dir, 'anvil.log') })
    await until(() => isListening(port), 10_000, 'anvil')
    return engine
  }
  let engine = await start()
  return {
    url,
    client: clientOf(url),
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
