import { isLocalOnly } from '@hissa/kernel'
import { busUsers, natsConfig, natsUsers } from '@hissa/messaging/bus'
import { join } from 'node:path'
import type { Grants } from './grants.js'
import { docstoreUsers, environmentOf, loadContainerSecrets, redisAcl, writeSecret } from './secrets.js'

const redisConfig = [
  'dir /data',
  'appendonly yes',
  'maxmemory-policy noeviction', // the job queue's condition
  'aclfile /run/hissa/users.acl',
]

/**
 * Runs before anything else: generates the secrets of this set of containers once, and gives each container the ones
 * that it needs, in a volume that only it mounts. Neither the compose file nor the image contains secrets.
 * @param dir has a folder for each container
 * @param grants which credentials each service needs
 * @param natsImage image of the bus; 2.9 cannot sync at each write
 * @param isPublished whether other machines can reach the product
 * @throws UserError if other machines could sign in with the documented password
 */
export function prepareSecrets(dir: string, grants: Grants, natsImage = '', isPublished = false): void {
  const secrets = loadContainerSecrets(join(dir, 'prepare'), grants, isPublished)
  for (const name of [...busUsers, 'sandboxes', 'store', 'chain'])
    writeSecret(join(dir, name, 'env'), shellLines(environmentOf(name, secrets, grants)))
  writeSecret(join(dir, 'mongo', 'keyfile'), secrets.mongoKey)
  writeSecret(join(dir, 'mongo', 'users'), docstoreUsers(secrets.mongoPasswords))
  writeSecret(join(dir, 'redis', 'users.acl'), redisAcl(grants, secrets.redisPasswords))
  writeSecret(join(dir, 'redis', 'redis.conf'), redisConfig.join('\n'))
  const users = natsUsers(secrets.natsPasswords)
  const syncAlways = !/:v?2\.9(\D|$)/.test(natsImage)
  const nats = natsConfig({ host: '0.0.0.0', port: 4222, storeDir: '/data', users, syncAlways })
  writeSecret(join(dir, 'nats', 'nats.conf'), nats)
}

/** Returns lines that a shell reads with `.`; values must not contain a single quote. */
const shellLines = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}='${value}'`)
    .join('\n')

if (process.argv[1] === import.meta.filename) {
  const { BIND_ADDRESS = '127.0.0.1', GRANTS, NATS_IMAGE, PUBLIC_URL = 'http://localhost' } = process.env
  if (!GRANTS) throw new Error('GRANTS is missing: docker-compose.yml lists the credentials that each service needs')
  prepareSecrets('/run/hissa', JSON.parse(GRANTS) as Grants, NATS_IMAGE, !isLocalOnly(BIND_ADDRESS, PUBLIC_URL))
}
