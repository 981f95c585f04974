import { Counter, Gauge, Histogram, type MetricsRegistry } from '@hissa/kernel'

/** What became of one delivery of a fact. */
export type Outcome = 'handled' | 'again' | 'dead'

/** What a service counts of its calls and of the facts that it reacts to. */
export interface Measures {
  /** `code` is the problem's, or `ok`. */
  call(rpc: string, code: string, seconds: number): void
  event(consumer: string, outcome: Outcome): void
}

/** Registers rate, errors and duration of calls, deliveries by outcome (`dead` is an alarm), and facts not sent yet. */
export function createMeasures(registry: MetricsRegistry, unsent: () => Promise<number>): Measures {
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
  new Gauge({
    name: 'outbox_unsent',
    help: 'Facts that are committed and not on the bus yet.',
    registers,
    async collect() {
      this.set(await unsent())
    },
  })
  return {
    call: (rpc, code, seconds) => calls.observe({ rpc, code }, seconds),
    event: (consumer, outcome) => events.inc({ consumer, outcome }),
  }
}
