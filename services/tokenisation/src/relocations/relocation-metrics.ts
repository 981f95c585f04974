import { registerCountAndAge, type Clock, type MetricsRegistry } from '@hissa/kernel'
import type { RelocationStore } from './relocation.store.js'

interface Sources {
  registry: MetricsRegistry
  wall: Clock
  relocations: Pick<RelocationStore, 'inProgress'>
}

/** Publishes on `/metrics` how many relocations are moving. A value that can't be read has no sample. */
export function registerRelocationGauges({ registry, wall, relocations }: Sources): void {
  registerCountAndAge({ registry, wall }, () => relocations.inProgress(), {
    count: { name: 'tokenisation_relocations_moving', help: 'Approved moves of shares that are in progress.' },
    age: {
      name: 'tokenisation_relocation_oldest_age_seconds',
      help: 'Time since the earliest of them was approved; 0 without any.',
    },
  })
}
