import { createECDH } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak_256 } from '@noble/hashes/sha3'
import { UserError } from './user-error.js'

type Env = Readonly<Record<string, string | undefined>>

/** The id of the local chain, which wallets and tools know as that of a development chain. */
export const localChainId = 31_337

/** The chain of this start, and the keys of its accounts by the name of the setting. */
export interface ChainAccess {
  rpcUrl: string
  chainId: number
  keys: Readonly<Record<string, string>>
}

/** Returns which settings an external chain lacks; none without CHAIN_RPC_URL. `keys` are the names of its keys. */
export const missingForChain = (env: Env, keys: readonly string[]): string[] =>
  env['CHAIN_RPC_URL'] ? ['CHAIN_ID', ...keys].filter((name) => !env[name]) : []

/**
 * Returns the chain that the environment names, with the user's keys, or the local one at `localUrl` with the keys of the
 * data folder.
 */
export function chainAccess(env: Env, localUrl: string, localKeys: Record<string, string>): ChainAccess {
  const { CHAIN_RPC_URL: rpcUrl, CHAIN_ID: chainId } = env
  if (!rpcUrl) return { rpcUrl: localUrl, chainId: localChainId, keys: localKeys }
  const keys = Object.fromEntries(Object.keys(localKeys).map((name) => [name, env[name] ?? '']))
  return { rpcUrl, chainId: Number(chainId), keys }
}

/**
 * Fixes the chain of a data folder at its first start, because its records name contracts and transactions of that chain.
 * @throws UserError when the folder belongs to another chain
 */
export function keepToChain(dataDir: string, { CHAIN_RPC_URL: rpcUrl, CHAIN_ID: chainId }: Env): void {
  const file = join(dataDir, 'chain-of-records')
  const now = rpcUrl ? `the chain ${Number(chainId)} of CHAIN_RPC_URL` : 'the local chain'
  if (!existsSync(file)) return writeFileSync(file, now)
  const stored = readFileSync(file, 'utf8')
  if (stored === now) return
  throw new UserError(
    `The records of ${dataDir} are on ${stored}, not on ${now}. Change CHAIN_RPC_URL and CHAIN_ID, or start with an empty data folder: npm start -- --fresh`,
  )
}

/** Returns the address of a private key's account: the last 20 bytes of its public key's Keccak hash, in lower case. */
export function addressOf(privateKey: string): string {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(privateKey.slice('0x'.length), 'hex')
  const hash = keccak_256(curve.getPublicKey().subarray(1))
  return `0x${Buffer.from(hash.slice(-20)).toString('hex')}`
}
