import { describe, expect, it } from '@jest/globals'
import type { ConfigError } from '@hissa/kernel'
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
    })
  })

  it('names every wrong setting at once, in words and without its value', () => {
    const refusal = refusalOf({
      PORT: 'eighty',
      MONGODB_URI: 'db.internal:27017',
      REDIS_URL: 'http://x',
      LOG_LEVEL: 'loud',
    })
    expect(refusal.keys).toEqual([
      'PORT must be a number',
      expect.stringMatching(/^MONGODB_URI must be a MongoDB address such as mongodb:\/\//),
      expect.stringMatching(/^REDIS_URL must be a Redis address such as redis:\/\//),
      'LOG_LEVEL must be one of silent, error, warn, info, debug',
    ])
    expect(refusal.message).not.toMatch(/eighty|db\.internal|loud/)
  })

  it('throws an error that is shown without a stack and ends the launcher with code 78', () => {
    const refusal = refusalOf({ PORT: '70000' })
    expect(messageFor(refusal)).toBe('The configuration is not usable:\n  PORT must be 65535 or less')
    expect(exitCodeFor(refusal)).toBe(78)
  })
})
