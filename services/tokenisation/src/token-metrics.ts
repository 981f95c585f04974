import { registerCountAndAge, Gauge, within, type Clock, type MetricsRegistry } from '@hissa/kernel'
import type { AllotmentStore } from './holdings/allotment.store.js'
import { TOKEN_STATES, stateOf } from './tokens/token.js'
import type { TokenStore } from './tokens/token.store.js'

interface Sources {
  registry: MetricsRegistry
  wall: Clock
  tokens: Pick<TokenStore, 'states'>
  allotments: Pick<AllotmentStore, 'awaiting'>
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_500

/** Publishes on `/metrics` how far the issue of shares is. A value that can't be read has no sample. */
export function registerTokenGauges({ registry, wall, tokens, allotments }: Sources): void {
  new Gauge({
    name: 'tokenisation_tokens',
    help: 'Tokens by state; those that are halted differ from the register.',
    ...{ labelNames: ['state'], registers: [registry] },
    async collect() {
      this.reset()
      const found = await within(LONGEST_WAIT_MS, tokens.states()).catch(() => undefined)
      const count = (state: string) => found!.filter((token) => stateOf(token) === state).length
      if (found) for (const state of TOKEN_STATES) this.set({ state }, count(state))
    },
  })
  registerCountAndAge({ registry, wall }, () => allotments.awaiting(), {
    count: { name: 'tokenisation_allotments_waiting', help: 'Allotted orders whose shares are not minted yet.' },
    age: {
      name: 'tokenisation_allotment_oldest_age_seconds',
      help: 'Time since the earliest of them was allotted; 0 without any.',
    },
  })
}
