import { Counter, Gauge, type Logger, type MetricsRegistry } from '@hissa/kernel'
import type { OperatorObserver } from '../operator.js'

/** Logs what the operator repairs, and measures it, the lag of each durable consumer and the dead letters. */
export function observeBus(logger: Logger, registry: MetricsRegistry): OperatorObserver {
  const common = { labelNames: ['name'], registers: [registry] }
  const recreated = {
    stream: new Counter({
      ...{ name: 'bus_streams_recreated_total', help: 'Streams that were lost; any increase is an alert.', ...common },
    }),
    consumer: new Counter({
      ...{ name: 'bus_consumers_recreated_total', help: 'Durable consumers that were lost; any increase is an alert.' },
      ...common,
    }),
  }
  const failures = new Counter({
    name: 'bus_check_failures_total',
    help: 'Checks of streams and consumers that could not be completed.',
    registers: [registry],
  })
  const lag = { labelNames: ['consumer'], registers: [registry] }
  const pending = new Gauge({
    ...{ name: 'bus_consumer_pending', help: 'Events in the stream that a consumer has not received yet.', ...lag },
  })
  const unacknowledged = new Gauge({
    ...{ name: 'bus_consumer_unacknowledged', help: 'Events that a consumer has received and not finished.', ...lag },
  })
  const deadLetters = new Gauge({
    ...{ name: 'bus_dead_letters', help: 'Events in a dead-letter stream, by stream.', ...common },
  })
  return {
    repaired: (repairs, isFirst) => {
      if (isFirst) return logger.info({ repairs }, 'created streams and consumers')
      for (const { kind, name, action } of repairs) if (action === 'created') recreated[kind].inc({ name })
      logger.error({ repairs }, 'recreated lost streams and consumers')
    },
    failed: (error) => {
      failures.inc()
      logger.warn({ err: error }, 'failed to check streams and consumers')
    },
    sawConsumer: (consumer, found) => {
      pending.set({ consumer }, found.pending)
      unacknowledged.set({ consumer }, found.unacknowledged)
    },
    sawDeadLetters: (name, count) => deadLetters.set({ name }, count),
  }
}
