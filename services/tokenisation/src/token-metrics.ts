import { Gauge, within, type MetricsRegistry } from '@hissa/kernel'
import type { AllotmentStore } from './issuance/allotment.store.js'
import { TOKEN_STATES, stateOf } from './tokens/token.js'
import type { TokenStore } from './tokens/token.store.js'

interface Sources {
  registry: MetricsRegistry
  tokens: Pick<TokenStore, 'states'>
  allotments: Pick<AllotmentStore, 'awaiting'>
  nowMs?: () => number
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_500
const SECOND_MS = 1_000

/** Publishes on `/metrics` how far the issue of shares is. A value that can't be read has no sample. */
export function registerTokenGauges({ registry, tokens, allotments, nowMs = Date.now }: Sources): void {
  const registers = [registry]
  new Gauge({
    name: 'tokenisation_tokens',
    help: 'Tokens by state; those that are halted differ from the register.',
    ...{ labelNames: ['state'], registers },
    async collect() {
      this.reset()
      const found = await within(LONGEST_WAIT_MS, tokens.states()).catch(() => undefined)
      const count = (state: string) => found!.filter((token) => stateOf(token) === state).length
      if (found) for (const state of TOKEN_STATES) this.set({ state }, count(state))
    },
  })
  const awaiting = () => within(LONGEST_WAIT_MS, allotments.awaiting()).catch(() => undefined)
  new Gauge({
    ...{ name: 'tokenisation_allotments_waiting', help: 'Allotted orders whose shares are not minted yet.', registers },
    async collect() {
      const found = await awaiting()
      if (found) this.set(found.count)
      else this.remove()
    },
  })
  new Gauge({
    name: 'tokenisation_allotment_oldest_age_seconds',
    help: 'Time since the earliest of them was allotted; 0 without any.',
    registers,
    async collect() {
      const found = await awaiting()
      if (found) this.set(found.oldest ? Math.max(0, (nowMs() - found.oldest.getTime()) / SECOND_MS) : 0)
      else this.remove()
    },
  })
}
