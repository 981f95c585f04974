import type { GenericContainer } from 'testcontainers'
import { initiateReplicaSet, mongodSettings } from './stores.js'
import { natsConfig, type NatsUser } from '@hissa/messaging/nats-config'

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
 * Starts MongoDB (a replica set of one), NATS and Redis with Testcontainers, from the images of MONGO_IMAGE, NATS_IMAGE
 * and REDIS_IMAGE. It needs no reaper, because `stop` removes the containers.
 * @throws Error of Testcontainers when there is no container engine
 */
export async function startContainerEngines(accounts: Record<string, NatsUser[]>): Promise<ContainerEngines> {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'
  const { GenericContainer } = await import('testcontainers')
  const config = natsConfig({ host: '0.0.0.0', port: ports.nats, storeDir: '/tmp/nats', accounts })
  const configFile = '/tmp/hissa-nats.conf'
  const natsImage = new GenericContainer(images.nats)
    .withCopyContentToContainer([{ content: config, target: configFile }])
    .withCommand(['-c', configFile])
    .withExposedPorts(ports.nats)
  const mongoCommand = ['mongod', '--replSet', 'rs0', '--bind_ip_all', ...mongodSettings]
  const [mongo, nats, redis] = await startAll([
    new GenericContainer(images.mongo).withCommand(mongoCommand).withExposedPorts(ports.mongo),
    natsImage,
    new GenericContainer(images.redis).withExposedPorts(ports.redis),
  ])
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

/** Starts all containers or none: if one fails, the others are removed again. */
async function startAll(images: [GenericContainer, GenericContainer, GenericContainer]) {
  const results = await Promise.allSettled(images.map((image) => image.start()))
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const [mongo, nats, redis] = started
  if (mongo && nats && redis) return [mongo, nats, redis] as const
  await Promise.all(started.map((container) => container.stop()))
  throw results.find((result) => result.status === 'rejected')?.reason
}
