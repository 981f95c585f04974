import { describe, expect, it } from '@jest/globals'
import { natsConfig } from './nats-config.js'

const at = { host: '127.0.0.1', port: 4222, storeDir: '/data/nats' }

describe('natsConfig', () => {
  it('grants each user exactly its permissions', () => {
    const permissions = { publish: ['hissa.kyc.>'], subscribe: ['rpc.kyc.>'] }
    const users = [
      { user: 'kyc', password: 'p"w', permissions },
      { user: 'property', password: 'r', permissions: { ...permissions, replyWithin: '5m' } },
      { user: 'launcher', password: 'q' },
    ]
    expect(JSON.parse(natsConfig({ ...at, users }))).toMatchObject({
      listen: '127.0.0.1:4222',
      jetstream: { store_dir: '/data/nats' },
      authorization: {
        users: [
          {
            user: 'kyc',
            password: 'p"w',
            permissions: { publish: { allow: ['hissa.kyc.>'] }, subscribe: { allow: ['rpc.kyc.>'] } },
          },
          { user: 'property', permissions: { allow_responses: { max: 1, expires: '5m' } } },
          { user: 'launcher', password: 'q' },
        ],
      },
    })
  })

  it('enables JetStream separately in each account', () => {
    const config = JSON.parse(natsConfig({ ...at, accounts: { W1: [{ user: 'W1', password: 'p' }] } })) as object
    expect(config).toMatchObject({ accounts: { W1: { jetstream: 'enabled', users: [{ user: 'W1', password: 'p' }] } } })
    expect(config).not.toHaveProperty('authorization')
  })
})
