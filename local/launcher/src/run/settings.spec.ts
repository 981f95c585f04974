import { describe, expect, it } from '@jest/globals'
import type { ConfigError } from '@hissa/kernel'
import { allChainKeys } from './manifests.js'
import { checkSettings } from './settings.js'
import { exitCodeFor, messageFor } from './user-error.js'

function refusalOf(env: Record<string, string>): ConfigError {
  try {
    checkSettings(env)
  } catch (error) {
    return error as ConfigError
  }
  throw new Error('accepted')
}

describe('checkSettings', () => {
  it('accepts a start without settings, and external parts', () => {
    checkSettings({})
    checkSettings({
      PORT: '8080',
      MONGODB_URI: 'mongodb://a:b@one:27017,two:27017/?replicaSet=rs0',
      NATS_URL: 'nats://u:p@one:4222,nats://u:p@two:4222',
      REDIS_URL: 'rediss://:p@cache:6380',
      SMTP_URL: 'smtp://127.0.0.1:25',
      STORAGE_URL: 'file:///var/lib/hissa',
      PUBLIC_URL: 'https://hissa.example',
      CHAIN_RPC_URL: 'https://rpc.example/v2/key',
      CHAIN_ID: '137',
      ...Object.fromEntries(allChainKeys.map((name) => [name, `0x${'1'.repeat(64)}`])),
    })
  })

  it('names every wrong setting at once, in words and without its value', () => {
    const refusal = refusalOf({
      PORT: 'eighty',
      MONGODB_URI: 'db.internal:27017',
      REDIS_URL: 'http://x',
      CHAIN_RPC_URL: 'rpc.internal',
      CHAIN_ID: 'mainnet',
      LOG_LEVEL: 'loud',
    })
    expect(refusal.keys).toEqual([
      'PORT must be a number',
      expect.stringMatching(/^MONGODB_URI must be a MongoDB address such as mongodb:\/\//),
      expect.stringMatching(/^REDIS_URL must be a Redis address such as redis:\/\//),
      'CHAIN_RPC_URL must be a web address such as https://rpc.example',
      'CHAIN_ID must be a number',
      'LOG_LEVEL must be one of silent, error, warn, info, debug',
    ])
    expect(refusal.message).not.toMatch(/eighty|db\.internal|rpc\.internal|mainnet|loud/)
  })

  it('names everything that an external chain lacks', () => {
    const refusal = refusalOf({ CHAIN_RPC_URL: 'https://rpc.example', CHAIN_KEY_MINTER: '0x1' })
    const names = ['CHAIN_ID', ...allChainKeys.filter((name) => name !== 'CHAIN_KEY_MINTER')]
    expect(refusal.keys).toEqual(names.map((name) => `${name} must be set with CHAIN_RPC_URL`))
    expect(exitCodeFor(refusal)).toBe(78)
  })

  it('throws an error that is shown without a stack and ends the launcher with code 78', () => {
    const refusal = refusalOf({ PORT: '70000' })
    expect(messageFor(refusal)).toBe('The configuration is not usable:\n  PORT must be 65535 or less')
    expect(exitCodeFor(refusal)).toBe(78)
  })
})
