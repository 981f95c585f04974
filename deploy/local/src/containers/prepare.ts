import { initiateReplicaSet, natsConfig } from '@hissa/testing/engines/start'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsUsers, services } from '../engines/nats-users.js'
import { loadSecrets, type Secrets } from '../run/secrets.js'

/**
 * Before the services start: makes the secrets of this set of containers once, in a volume, and one environment file
 * for each service with what that service needs. Nothing secret is in the compose file or the image.
 */
export function prepareSecrets(dir: string): void {
  if (existsSync(join(dir, 'nats.conf'))) return
  mkdirSync(dir, { recursive: true })
  const secrets = loadSecrets(dir, [...services, 'launcher'])
  for (const name of [...services, 'launcher', 'sandboxes'] as const) {
    const lines = Object.entries(environmentOf(name, secrets)).map(([key, value]) => `${key}=${value}`)
    writeFileSync(join(dir, `${name}.env`), `${lines.join('\n')}\n`, { mode: 0o640 })
  }
  const users = natsUsers(secrets.natsPasswords)
  // Last, because its presence says that everything is there.
  writeFileSync(join(dir, 'nats.conf'), natsConfig({ host: '0.0.0.0', port: 4222, storeDir: '/data', users }), {
    mode: 0o640,
  })
}

function environmentOf(name: string, secrets: Secrets): Record<string, string> {
  const password = secrets.natsPasswords[name]
  const stripe = { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret }
  return {
    ...(password ? { NATS_URL: `nats://${name}:${password}@nats:4222` } : {}),
    ...(name === 'identity' ? { IDENTITY_MASTER_KEY: secrets.identityMasterKey } : {}),
    ...(name === 'kyc' ? { KYC_MASTER_KEY: secrets.kycMasterKey } : {}),
    ...(name === 'investment' || name === 'sandboxes' ? stripe : {}),
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'store')
    await initiateReplicaSet('mongodb://mongo:27017/?directConnection=true', 'mongo:27017')
  else prepareSecrets('/run/hissa')
}
