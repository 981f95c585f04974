import { describe, expect, it } from '@jest/globals'
import { type ConfigError, loadConfig } from '@hissa/kernel'
import { parseGwei } from 'viem'
import { TokenisationConfig } from '../config.js'
import { limitsOf, roleKeyOf } from './chain-config.js'
import { ROLES } from './roles.js'

const keys = (prefix: string, valueOf: (index: number) => string) =>
  Object.fromEntries(ROLES.map((role, index) => [`${prefix}_${role.toUpperCase()}`, valueOf(index)]))
const hexKey = (index: number) => `0x${String(index + 1).padStart(64, '0')}`
const own = { PUBLIC_URL: 'https://hissa.example', TOKENISATION_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
const base = { CHAIN_RPC_URL: 'https://rpc.example/v1', ...own }
const local = { ...base, LOCAL_MODE: '1', CHAIN_ID: '31337', ...keys('CHAIN_KEY', hexKey) }
const CHAIN_ADMIN = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const kms = keys('CHAIN_KMS_KEY', (index) => `alias/${index}`)
const production = { ...base, CHAIN_ID: '1', CHAIN_ADMIN, ...kms }

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(TokenisationConfig, env)
    return []
  } catch (error) {
    return (error as ConfigError).keys
  }
}

describe('the settings of the chain', () => {
  it('accept keys in KMS for a public chain, and local keys with LOCAL_MODE', () => {
    expect(faultsOf(production)).toEqual([])
    expect(faultsOf(local)).toEqual([])
    expect(roleKeyOf(loadConfig(TokenisationConfig, production), 'minter')).toEqual({ kms: 'alias/1' })
    expect(roleKeyOf(loadConfig(TokenisationConfig, local), 'minter')).toEqual({ local: hexKey(1) })
  })

  it('accept a local key in base64, as installations generate secrets', () => {
    const bytes = Buffer.alloc(32, 7)
    const config = loadConfig(TokenisationConfig, { ...local, CHAIN_KEY_ANCHOR: bytes.toString('base64') })
    expect(roleKeyOf(config, 'anchor')).toEqual({ local: `0x${bytes.toString('hex')}` })
  })

  it.each([
    ['a local key without LOCAL_MODE', { ...production, CHAIN_KEY_MINTER: hexKey(1) }, /CHAIN_KEY_MINTER.*LOCAL_MODE/],
    ['the local chain without LOCAL_MODE', { ...production, CHAIN_ID: '31337' }, /CHAIN_ID .*LOCAL_MODE/],
    ['an unknown chain', { ...production, CHAIN_ID: '5' }, /CHAIN_ID must be one of 1, 10, 137/],
    ['a missing key', { ...production, CHAIN_KMS_KEY_TITLER: undefined }, /CHAIN_KMS_KEY_TITLER must be set/],
    ['one key for two roles', { ...production, CHAIN_KMS_KEY_TITLER: 'alias/1' }, /TITLER.*no other role/],
    ['two keys for one role', { ...local, CHAIN_KMS_KEY_MINTER: 'k' }, /CHAIN_KEY_MINTER.*beside/],
    ['a key of zero', { ...local, CHAIN_KEY_MINTER: `0x${'0'.repeat(64)}` }, /CHAIN_KEY_MINTER must be a secp256k1/],
    ['a key that is too large', { ...local, CHAIN_KEY_MINTER: `0x${'f'.repeat(64)}` }, /CHAIN_KEY_MINTER must be/],
    ['a key that is too short', { ...local, CHAIN_KEY_MINTER: '0x12' }, /CHAIN_KEY_MINTER must be a secp256k1/],
    ['a public chain without an admin', { ...production, CHAIN_ADMIN: undefined }, /CHAIN_ADMIN must be set/],
    [
      'an admin with a typing error',
      { ...production, CHAIN_ADMIN: CHAIN_ADMIN.replace('5b', '5B') },
      /CHAIN_ADMIN must/,
    ],
    ['no confirmations', { ...production, CHAIN_CONFIRMATIONS: '0' }, /CHAIN_CONFIRMATIONS must be/],
    [
      'fewer confirmations than make a block final',
      { ...production, CHAIN_CONFIRMATIONS: '95' },
      /at least 96 on Ethereum/,
    ],
    ['a negative ceiling', { ...production, CHAIN_MAX_FEE_GWEI: '-1' }, /CHAIN_MAX_FEE_GWEI must be/],
  ])('reject %s', (_, env, words) => {
    expect(faultsOf(env).join('\n')).toMatch(words)
  })

  it('never show a key in a fault', () => {
    expect(faultsOf({ ...local, CHAIN_KEY_MINTER: '0xsecret', LOCAL_MODE: undefined }).join()).not.toContain('secret')
  })

  it('have limits by chain, which settings replace', () => {
    expect(limitsOf(loadConfig(TokenisationConfig, production))).toMatchObject({
      confirmations: 96,
      watchedBlocks: 160,
    })
    const env = { ...production, CHAIN_ID: '8453', CHAIN_CONFIRMATIONS: '1000', CHAIN_MAX_FEE_GWEI: '0.5' }
    const limits = limitsOf(loadConfig(TokenisationConfig, env))
    expect(limits).toMatchObject({ confirmations: 1_000, maxFeePerGas: parseGwei('0.5'), maxTipPerGas: parseGwei('1') })
  })
})
