import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ChainRpc } from './rpc.js'

/** Returns the path of the saved chain in its folder. */
export const stateFileIn = (dir: string): string => join(dir, 'state.json')

/**
 * Writes blocks, transactions and accounts of a running anvil to the folder. A crash leaves the earlier file or the new
 * one, whereas anvil's own `--state` overwrites the only copy in place.
 * @throws Error when anvil does not answer or the disk is full
 */
export async function saveState(rpc: ChainRpc, dir: string): Promise<void> {
  const packed = await rpc<string>('anvil_dumpState')
  const state = await promisify(gunzip)(Buffer.from(packed.slice(2), 'hex'))
  const partial = `${stateFileIn(dir)}.new`
  const file = await open(partial, 'w', 0o600)
  try {
    await file.writeFile(state)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, stateFileIn(dir))
}

/**
 * Records the chain id of a folder at its first use. A saved state doesn't contain it, and signatures for one chain are
 * invalid on another.
 * @throws Error when the folder belongs to a chain with another id
 */
export async function claimChainId(dir: string, chainId: number): Promise<void> {
  const file = join(dir, 'chain-id')
  try {
    await writeFile(file, String(chainId), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const stored = await readFile(file, 'utf8')
    if (stored !== String(chainId)) {
      throw new Error(`The chain in ${dir} has the id ${stored}, not ${chainId}. Start with another folder.`)
    }
  }
}
