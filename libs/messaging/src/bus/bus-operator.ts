import { reactions } from '@hissa/contracts/bus'
import { connectBus } from '../connection.js'
import { BusOperator, type OperatorObserver, type Repair, type Topology } from '../operator.js'
import { publishers } from './nats-users.js'

/** Every stream and durable consumer of the platform, from the contracts. */
const topology: Topology = {
  services: publishers,
  consumers: Object.values(reactions).flatMap((list) =>
    Object.entries(list).map(([name, { type }]) => ({ name, type })),
  ),
}

export interface RunningOperator {
  isHealthy(): boolean
  stop(): Promise<void>
}

/**
 * Connects with the operator's credential, creates missing streams and consumers, and recreates lost ones until
 * stopped.
 * @param replicas number of bus servers that keep each stream
 * @throws when the bus is unreachable, or a stream has settings that can't be changed
 */
export async function startBusOperator(
  natsUrl: string,
  observer: OperatorObserver,
  replicas = 1,
): Promise<RunningOperator> {
  const bus = await connectBus(natsUrl, 'operator', replicas)
  const operator = new BusOperator(bus, topology, observer)
  try {
    await operator.start()
  } catch (error) {
    await bus.nc.close()
    throw error
  }
  return {
    isHealthy: () => operator.isHealthy(),
    stop: async () => {
      await operator.stop()
      await bus.nc.close()
    },
  }
}

/** Returns the number of repairs in words, such as `2 streams and 14 consumers`. */
export function describeRepairs(repairs: readonly Repair[]): string {
  const counted = (['stream', 'consumer'] as const).flatMap((kind) => {
    const count = repairs.filter((repair) => repair.kind === kind).length
    return count > 0 ? [`${count} ${kind}${count === 1 ? '' : 's'}`] : []
  })
  return counted.join(' and ')
}
