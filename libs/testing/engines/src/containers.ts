import type { GenericContainer, StartedTestContainer } from 'testcontainers'
import { initiateReplicaSet, mongodSettings } from './stores.js'
import { natsConfig, type NatsUser } from '@hissa/messaging/nats-config'

const ports = { mongo: 27017, nats: 4222, redis: 6379 }
const images = {
  mongo: process.env['MONGO_IMAGE'] ?? 'mongo:8.0',
  nats: process.env['NATS_IMAGE'] ?? 'nats:2.10',
  redis: process.env['REDIS_IMAGE'] ?? 'redis:7',
}

/** Addresses of the engines in containers. */
export interface ContainerEngines {
  /** Absent if MongoDB was not started. */
  mongoUri?: string
  natsHost: string
  redisUrl: string
  description: string
  stop(): Promise<void>
}

/**
 * Starts NATS, Redis and, if wanted, MongoDB (a replica set of one) with Testcontainers, from the images of NATS_IMAGE,
 * REDIS_IMAGE and MONGO_IMAGE. It needs no reaper, because `stop` removes the containers.
 * @throws Error of Testcontainers when there is no container engine
 */
export async function startContainerEngines(
  accounts: Record<string, NatsUser[]>,
  withMongo: boolean,
): Promise<ContainerEngines> {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'
  const { GenericContainer } = await import('testcontainers')
  const config = natsConfig({ host: '0.0.0.0', port: ports.nats, storeDir: '/tmp/nats', accounts })
  const configFile = '/tmp/hissa-nats.conf'
  const natsImage = new GenericContainer(images.nats)
    .withCopyContentToContainer([{ content: config, target: configFile }])
    .withCommand(['-c', configFile])
    .withExposedPorts(ports.nats)
  const redisImage = new GenericContainer(images.redis).withExposedPorts(ports.redis)
  const mongoCommand = ['mongod', '--replSet', 'rs0', '--bind_ip_all', ...mongodSettings]
  const mongoImage = new GenericContainer(images.mongo).withCommand(mongoCommand).withExposedPorts(ports.mongo)
  const started = await startAll([natsImage, redisImage, ...(withMongo ? [mongoImage] : [])])
  const [nats, redis, mongo] = started
  return {
    ...(mongo && { mongoUri: await replicaSetOf(mongo) }),
    natsHost: `${nats!.getHost()}:${nats!.getMappedPort(ports.nats)}`,
    redisUrl: `redis://${redis!.getHost()}:${redis!.getMappedPort(ports.redis)}`,
    description: `containers ${[...(mongo ? [images.mongo] : []), images.nats, images.redis].join(', ')}`,
    stop: async () => {
      await Promise.all(started.map((container) => container.stop()))
    },
  }
}

async function replicaSetOf(mongo: StartedTestContainer): Promise<string> {
  const uri = `mongodb://${mongo.getHost()}:${mongo.getMappedPort(ports.mongo)}/?directConnection=true`
  await initiateReplicaSet(uri, `127.0.0.1:${ports.mongo}`)
  return uri
}

/** Starts all containers or none: if one fails, the others are removed again. */
async function startAll(images: GenericContainer[]): Promise<StartedTestContainer[]> {
  const results = await Promise.allSettled(images.map((image) => image.start()))
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return started
  await Promise.all(started.map((container) => container.stop()))
  throw failed.reason
}
