import { Counter, Gauge, Histogram, within, type MetricsRegistry } from '@hissa/kernel'

/** Outcome of one delivery of an event. `waiting`: it needs another event, and is retried until that has arrived. */
export type Outcome = 'handled' | 'again' | 'waiting' | 'dead'

/** Records the calls of a service and the events that it reacts to. */
export interface Measures {
  /** `code` is the problem's code, or `ok`. */
  call(rpc: string, code: string, seconds: number): void
  event(consumer: string, outcome: Outcome): void
  /** Records a call that this service makes; `code` as for `call`. */
  asked(rpc: string, code: string, seconds: number): void
  /** Records how long a consumer worked on one event, whatever the outcome. */
  worked(consumer: string, seconds: number): void
  /** Counts outbox rows that the stream had lost. */
  republished(rows: number): void
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_000
const CALL_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Creates the histogram of calls that a process makes: what its callers wait for, with the way over the bus. */
export function createCallMeasure(registry: MetricsRegistry): Measures['asked'] {
  const asked = new Histogram({
    name: 'rpc_client_duration_seconds',
    help: 'Duration of calls to other services, by call and by code of the problem.',
    labelNames: ['rpc', 'code'],
    buckets: CALL_BUCKETS,
    registers: [registry],
  })
  return (rpc, code, seconds) => asked.observe({ rpc, code }, seconds)
}

/**
 * Registers the rate, errors and duration of calls and of consumers, deliveries by outcome (`dead` raises an alarm), and
 * unsent events.
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
    buckets: CALL_BUCKETS,
    registers,
  })
  const work = new Histogram({
    name: 'event_handling_duration_seconds',
    help: 'Time that a consumer worked on one event, also without success.',
    labelNames: ['consumer'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5],
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
    asked: createCallMeasure(registry),
    worked: (consumer, seconds) => work.observe({ consumer }, seconds),
    republished: (rows) => republished.inc(rows),
  }
}
