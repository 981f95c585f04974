import { registerCountAndAge, registerNumber, type Clock, type MetricsRegistry } from '@hissa/kernel'
import type { ContractFlagStore } from './contract-flag.store.js'
import type { FreezeStore } from './freeze.store.js'

interface Sources {
  registry: MetricsRegistry
  wall: Clock
  freezes: Pick<FreezeStore, 'waiting'>
  flags: Pick<ContractFlagStore, 'countPaused'>
}

/** Publishes on `/metrics` what is frozen and paused. A value that can't be read has no sample. */
export function registerEnforcementGauges({ registry, wall, freezes, flags }: Sources): void {
  registerCountAndAge({ registry, wall }, () => freezes.waiting(), {
    count: {
      name: 'tokenisation_freezes_waiting',
      help: 'Freezes that the chain does not have yet, or still has.',
    },
    age: {
      name: 'tokenisation_freeze_oldest_age_seconds',
      help: 'Time for which the chain has lacked the earliest of them, or kept it; 0 without any.',
    },
  })
  const paused = { name: 'tokenisation_tokens_paused', help: 'Tokens that are paused on the chain.' }
  registerNumber(registry, paused, () => flags.countPaused())
}
