import { GATEWAY, type RpcContract, type ServiceName } from '@hissa/contracts'
import { contractsByExport } from '@hissa/contracts/bus'
import { OfferingPublished } from '@hissa/contracts/property'
import { unrecordedTracer, type Boot } from '@hissa/kernel'
import { connectBus, newEvent, RpcClient } from '@hissa/messaging'
import { platformGraph } from '@hissa/messaging/bus'
import { poll } from '@hissa/testing-driver'
import { freshEngines } from '@hissa/testing-engines'
import mongoose from 'mongoose'
import { serviceEnvs, type Platform } from '../../../local/launcher/src/processes/service-env.js'
import { allKeys, manifests } from '../../../local/launcher/src/run/manifests.js'
import { startBus } from './bus.js'

/**
 * Runs the service that the guide adds, in the copy of the project to which it was added, with the environment from the
 * launcher and on a bus that grants each service its rights. Prints its observations as JSON.
 */

// Not a service of this project.
const NAME = 'statistics' as string as ServiceName
const PROPERTY = 'property-of-the-guide'

const [engines, server] = await Promise.all([freshEngines(), startBus()])
const platform = {
  options: { dataDir: '/nowhere', enginesDir: '/nowhere', root: '/nowhere' },
  ports: { app: 8080 },
  publicUrl: 'http://localhost:8080',
  identityPort: 9230,
  secrets: { keys: Object.fromEntries(allKeys.map((key) => [key, ''])) },
  stripe: {},
  chain: {},
  engines: {
    mongodbUri: engines.mongoUri,
    redisUrl: engines.redisUrl,
    natsUrlFor: (user: string) => server.urlFor(user),
  },
  clockOffsetMs: () => 0,
  env: { MONGODB_DB_PREFIX: engines.dbPrefix, LOG_LEVEL: 'error', STATISTICS_LONGEST_LIST: '1' },
} as unknown as Platform

const env = serviceEnvs(platform)[NAME]
const { boot } = (await import(`@hissa/${NAME}`)) as { boot: Boot }
const service = await boot(env)
const [property, face] = await Promise.all(['property', GATEWAY].map((user) => connectBus(server.urlFor(user), user)))
const event = newEvent(OfferingPublished, {
  aggregateId: PROPERTY,
  version: 1,
  time: new Date(),
  data: OfferingPublished.data.parse({
    propertyId: PROPERTY,
    slug: PROPERTY,
    title: 'A property',
    offeringVersion: 1,
    unitPriceFils: 10_000,
    unitsTotal: 100,
    minimumFils: 200_000,
    feeBasisPoints: 150,
    expectedReturnBasisPoints: null,
    deadline: '2030-01-01T00:00:00.000Z',
  }),
})
await property!.js.publish(`hissa.${OfferingPublished.type}`, JSON.stringify(event))
const call = contractsByExport['ListOffered'] as RpcContract
const client = new RpcClient(face!.nc, unrecordedTracer)
const answer = await poll('the event’s effect', async () => {
  const { propertyIds } = (await client.call(call, {})) as { propertyIds: string[] }
  return propertyIds.length > 0 ? { propertyIds } : undefined
})
const store = new mongoose.mongo.MongoClient(engines.mongoUri)
const found = await store.db(`${engines.dbPrefix}${NAME}`).listCollections().toArray()
await store.close()
await Promise.all([property!.nc.close(), face!.nc.close()])
await service.drain()
await server.stop()

process.stdout.write(
  JSON.stringify({
    services: manifests.map(({ name }) => name),
    environment: Object.keys(env).sort(),
    answer,
    collections: found.map(({ name }) => String(name)).sort(),
    graph: platformGraph(manifests),
  }),
)
process.exit(0)
