import { initiateReplicaSet } from './stores.js'
import { natsConfig, type NatsUser } from './nats-config.js'

const ports = { mongo: 27017, nats: 4222, redis: 6379 }
const images = {
  mongo: process.env['MONGO_IMAGE'] ?? 'mongo:7',
  nats: process.env['NATS_IMAGE'] ?? 'nats:2.10',
  redis: process.env['REDIS_IMAGE'] ?? 'redis:7',
}

/** Addresses of the three engines in containers. */
export interface ContainerEngines {
  mongoUri: string
  natsHost: string
  redisUrl: string
  description: string
  stop(): Promise<void>
}

/**
 * Starts MongoDB (a replica set of one), NATS and Redis with Testcontainers, from the images that MONGO_IMAGE,
 * NATS_IMAGE and REDIS_IMAGE name. The reaper's image is not asked for: `stop` removes what was started.
 * @throws Error of Testcontainers when there is no container engine
 */
export async function startContainerEngines(accounts: Record<string, NatsUser[]>): Promise<ContainerEngines> {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'
  const { GenericContainer } = await import('testcontainers')
  const config = natsConfig({ host: '0.0.0.0', port: ports.nats, storeDir: '/tmp/nats', accounts })
  const configFile = '/tmp/hissa-nats.conf'
  const [mongo, nats, redis] = await Promise.all([
    new GenericContainer(images.mongo).withCommand(['--replSet', 'rs0', '--bind_ip_all']).withExposedPorts(ports.mongo).start(),
    new GenericContainer(images.nats)
      .withCopyContentToContainer([{ content: config, target: configFile }])
      .withCommand(['-c', configFile])
      .withExposedPorts(ports.nats)
      .start(),
    new GenericContainer(images.redis).withExposedPorts(ports.redis).start(),
  ]) // prettier-ignore
  const mongoUri = `mongodb://${mongo.getHost()}:${mongo.getMappedPort(ports.mongo)}/?directConnection=true`
  await initiateReplicaSet(mongoUri, `127.0.0.1:${ports.mongo}`)
  return {
    mongoUri,
    natsHost: `${nats.getHost()}:${nats.getMappedPort(ports.nats)}`,
    redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(ports.redis)}`,
    description: `containers ${images.mongo}, ${images.nats}, ${images.redis}`,
    stop: async () => {
      await Promise.all([mongo, nats, redis].map((container) => container.stop()))
    },
  }
}
