import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startGuarded } from '../guarded.js'
import { waitForPort } from '../ports.js'
import { engineOf, type Engine } from '../servers.js'
import { confirmingBlocks, fundAccounts, keepChain } from './keep.js'
import { findAnvil } from './program.js'
import { chainRpc, quantity } from './rpc.js'
import { claimChainId, stateFileIn } from './state-file.js'

const readyTimeoutMs = 30_000
/** More blocks than a service waits for, and no files in the user's home for older states. */
const statesInMemory = 64

export interface AnvilOptions {
  /** Folder of the saved chain and the log; created if missing. */
  dir: string
  port: number
  chainId: number
  /** Addresses that have ether at each start. Anvil's own accounts, whose keys everyone knows, don't exist. */
  accounts?: readonly string[]
}

/**
 * Starts anvil on the loopback with the chain of its folder, or a new one. A transaction is mined at once; the blocks
 * that confirm it follow every second. The chain is saved within a second of a change, so a killed node loses at most
 * the last second. Each start adds the blocks that confirm earlier ones, because the states of earlier blocks are not
 * saved.
 * @throws EngineMissing; Error when the folder belongs to another chain, or with anvil's last lines
 */
export async function startAnvil({ dir, port, chainId, accounts = [] }: AnvilOptions): Promise<Engine> {
  const command = await findAnvil()
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await claimChainId(dir, chainId)
  const args = [...anvilArgs(dir, port, chainId), ...(await loading(dir))]
  const guarded = startGuarded({ command, args, logFile: join(dir, 'anvil.log') })
  const rpc = chainRpc(`http://127.0.0.1:${port}`)
  try {
    await waitForPort({ name: 'anvil', port, exited: guarded.exited, lastLines: guarded.lastLines }, readyTimeoutMs)
    await fundAccounts(rpc, accounts)
    await rpc('anvil_mine', quantity(confirmingBlocks))
  } catch (error) {
    await guarded.stop()
    throw error
  }
  const keeper = keepChain(rpc, dir)
  void guarded.exited.then(() => keeper.end())
  const engine = engineOf('anvil', 'anvil, the local chain', port, guarded)
  const stop = async () => {
    await keeper.stop().catch(() => undefined) // A node that has exited was saved within the last second.
    await engine.stop()
  }
  return { ...engine, stop }
}

/** Osaka's rules with its limit of gas for one transaction, so that what is too large on a public chain fails here too. */
const anvilArgs = (dir: string, port: number, chainId: number): string[] => [
  ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--no-cors', '--silent'],
  ...['--hardfork', 'osaka', '--enable-tx-gas-limit', '--accounts', '0'],
  ...['--prune-history', String(statesInMemory), '--cache-path', join(dir, 'cache')],
]

async function loading(dir: string): Promise<string[]> {
  const file = stateFileIn(dir)
  return access(file).then(
    () => ['--load-state', file],
    () => [],
  )
}
