import { Counter, Gauge, Histogram, within, type MetricsRegistry } from '@hissa/kernel'

/** What became of one delivery of a fact. */
export type Outcome = 'handled' | 'again' | 'dead'

/** What a service counts of its calls and of the facts that it reacts to. */
export interface Measures {
  /** `code` is the problem's, or `ok`. */
  call(rpc: string, code: string, seconds: number): void
  event(consumer: string, outcome: Outcome): void
  /** Rows of the outbox that the stream had lost. */
  republished(rows: number): void
}

/** Much less than a scrape is given. */
const LONGEST_WAIT_MS = 1_000

/** Registers rate, errors and duration of calls, deliveries by outcome (`dead` is an alarm), and facts not sent yet. */
export function createMeasures(
  registry: MetricsRegistry,
  unsent: () => Promise<number>,
  longestWaitMs = LONGEST_WAIT_MS,
): Measures {
  const registers = [registry]
  const calls = new Histogram({
    name: 'rpc_duration_seconds',
    help: 'Time from a call to its answer, by call and by code of the problem.',
    labelNames: ['rpc', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const events = new Counter({
    name: 'events_delivered_total',
    help: 'Deliveries of facts, by consumer: handled, to be tried again, or gone to the dead letters.',
    labelNames: ['consumer', 'outcome'],
    registers,
  })
  const republished = new Counter({
    name: 'outbox_republished_total',
    help: 'Events published again since the stream no longer held them; any increase means that JetStream lost state.',
    registers,
  })
  new Gauge({
    name: 'outbox_unsent',
    help: 'Facts that are committed and not on the bus yet.',
    registers,
    async collect() {
      // Without the store nobody knows: no sample, so that the others are still told.
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
