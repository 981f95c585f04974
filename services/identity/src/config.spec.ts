import { describe, expect, it } from '@jest/globals'
import { readSettings } from './config.js'

const env = {
  MONGODB_URI: 'mongodb://localhost:27017/?replicaSet=rs0',
  NATS_URL: 'nats://localhost:4222',
  PUBLIC_URL: 'https://hissa.example',
  JWKS_URL: 'https://hissa.example/jwks.json',
  ISSUER: 'https://hissa.example/idp/ap-southeast-1_Test',
  CLIENT_ID: 'test',
  USER_POOL_ID: 'ap-southeast-1_Test',
  IDENTITY_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
}

describe('the factor of the limits', () => {
  it.each([
    ['1', {}, 1],
    ['20 in local mode, where everyone has the same address', { LOCAL_MODE: '1' }, 20],
    ['what the setting says', { LOCAL_MODE: '1', IDENTITY_LIMIT_FACTOR: '3' }, 3],
  ])('is %s', (_, settings, factor) => {
    expect(readSettings({ ...env, ...settings }).limitFactor).toBe(factor)
  })
})
