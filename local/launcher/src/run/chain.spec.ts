import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { addressOf, chainAccess, keepToChain } from './chain.js'
import { allChainKeys } from './manifests.js'
import { UserError } from './user-error.js'

const localKeys = Object.fromEntries(allChainKeys.map((name, i) => [name, `0x${String(i + 1).padStart(64, '0')}`]))

describe('addressOf', () => {
  it.each([
    // The private keys 1 and 2, and anvil's first default key, whose addresses are widely published.
    [
      '0x0000000000000000000000000000000000000000000000000000000000000001',
      '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
    ],
    [
      '0x0000000000000000000000000000000000000000000000000000000000000002',
      '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf',
    ],
    [
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    ],
  ])('returns the address of %s', (key, address) => expect(addressOf(key)).toBe(address))

  it('rejects 0, which is no private key', () => {
    expect(() => addressOf(`0x${'0'.repeat(64)}`)).toThrow()
  })
})

const dirs: string[] = []
afterEach(() => dirs.splice(0).forEach((dir) => rmSync(dir, { recursive: true })))

describe('chainAccess', () => {
  it('is the local chain with the keys of the data folder', () => {
    expect(chainAccess({ CHAIN_KEY_MINTER: '0xmine', CHAIN_ID: '1' }, 'http://127.0.0.1:8545', localKeys)).toEqual({
      rpcUrl: 'http://127.0.0.1:8545',
      chainId: 31_337,
      keys: localKeys,
    })
  })

  it('is the chain that the environment names, with the user’s keys and none of the data folder', () => {
    const keys = Object.fromEntries(allChainKeys.map((name) => [name, `0xown${name}`]))
    const env = { ...keys, CHAIN_RPC_URL: 'https://rpc.example/v2/token', CHAIN_ID: '137', CHAIN_PORT: '1' }
    const expected = { rpcUrl: 'https://rpc.example/v2/token', chainId: 137, keys }
    expect(chainAccess(env, '', localKeys)).toEqual(expected)
  })
})

describe('keepToChain', () => {
  const external = { CHAIN_RPC_URL: 'https://rpc.example/token', CHAIN_ID: '137' }
  it.each([
    ['the local chain', {}, external, /are on the local chain, not on the chain 137 of CHAIN_RPC_URL/],
    ['an external chain', external, {}, /are on the chain 137 of CHAIN_RPC_URL, not on the local chain/],
    [
      'an external chain with another id',
      external,
      { ...external, CHAIN_ID: '1' },
      /the chain 137 .*not on the chain 1 /,
    ],
  ])('refuses to open the records of %s on another one', (_name, first, next, words) => {
    const dir = mkdtempSync(join(tmpdir(), 'chain-of-'))
    dirs.push(dir)
    keepToChain(dir, first)
    expect(() => keepToChain(dir, first)).not.toThrow()
    expect(() => keepToChain(dir, next)).toThrow(words)
    expect(() => keepToChain(dir, next)).not.toThrow(/token/)
    expect(() => keepToChain(dir, next)).toThrow(UserError)
  })
})
