import { Counter, Gauge, Histogram, within, type MetricsRegistry } from '@hissa/kernel'

/** Outcome of one delivery of an event. `waiting`: it needs another event, and is retried until that has arrived. */
export type Outcome = 'handled' | 'again' | 'waiting' | 'dead'

/** Records the calls of a service and the events that it reacts to. */
export interface Measures {
  /** `code` is the problem's code, or `ok`. */
  call(rpc: string, code: string, seconds: number): void
  event(consumer: string, outcome: Outcome): void
  /** Counts outbox rows that the stream had lost. */
  republished(rows: number): void
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_000

/**
 * Registers the rate, errors and duration of calls, deliveries by outcome (`dead` raises an alarm), and unsent events.
 */
export function createMeasures(
  registry: MetricsRegistry,
  unsent: () => Promise<number>,
  longestWaitMs = LONGEST_WAIT_MS,
): Measures {
  const registers = [registry]
  const calls = new Histogram({
    name: 'rpc_duration_seconds',
    help: 'Duration of calls, by call and by code of the problem.',
    labelNames: ['rpc', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const events = new Counter({
    name: 'events_delivered_total',
    help: 'Deliveries of events, by consumer: handled, to be retried, waiting for another event, or published as dead letters.',
    labelNames: ['consumer', 'outcome'],
    registers,
  })
  const republished = new Counter({
    name: 'outbox_republished_total',
    help: 'Events republished because the stream no longer held them; any increase means that JetStream lost state.',
    registers,
  })
  new Gauge({
    name: 'outbox_unsent',
    help: 'Events that are committed but not yet published.',
    registers,
    async collect() {
      // Without the store the number is unknown: no sample is reported, so that the other metrics still are.
      await within(longestWaitMs, unsent()).then(
        (count) => this.set(count),
        () => this.remove(),
      )
    },
  })
  return {
    call: (rpc, code, seconds) => calls.observe({ rpc, code }, seconds),
    event: (consumer, outcome) => events.inc({ consumer, outcome }),
    republished: (rows) => republished.inc(rows),
  }
}
