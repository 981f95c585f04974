import { createECDH } from 'node:crypto'
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

/**
 * Returns the chain that the environment names, with the user's keys, or the local one at `localUrl` with the keys of the
 * data folder.
 * @throws UserError when CHAIN_RPC_URL is set without CHAIN_ID or one of `names`
 */
export function chainAccess(env: Env, localUrl: string, localKeys: Record<string, string>, names: readonly string[]) {
  const { CHAIN_RPC_URL: rpcUrl, CHAIN_ID: chainId } = env
  if (!rpcUrl) return { rpcUrl: localUrl, chainId: localChainId, keys: localKeys } satisfies ChainAccess
  const missing = ['CHAIN_ID', ...names].filter((name) => !env[name])
  if (missing.length > 0) {
    throw new UserError(`CHAIN_RPC_URL is set without ${missing.join(', ')}. Accounts on that chain need their own keys.`)
  }
  const keys = Object.fromEntries(names.map((name) => [name, env[name]!]))
  return { rpcUrl, chainId: Number(chainId), keys } satisfies ChainAccess
}

/** Returns the address of a private key's account: the last 20 bytes of its public key's Keccak hash, in lower case. */
export function addressOf(privateKey: string): string {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(privateKey.slice('0x'.length), 'hex')
  const hash = keccak_256(curve.getPublicKey().subarray(1))
  return `0x${Buffer.from(hash.slice(-20)).toString('hex')}`
}
