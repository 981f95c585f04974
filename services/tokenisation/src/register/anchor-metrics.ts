import { registerNumber, type MetricsRegistry } from '@hissa/kernel'
import type { WaitingAnchorStore } from './waiting-anchor.store.js'

interface Sources {
  registry: MetricsRegistry
  waiting: Pick<WaitingAnchorStore, 'countRefused'>
}

/** Publishes on `/metrics` how many registers wait for a new series of anchors. Without the store there is no sample. */
export function registerAnchorGauges({ registry, waiting }: Sources): void {
  const refused = {
    name: 'tokenisation_anchors_refused',
    help: 'Published registers whose number on the chain is used up, so that they wait for a new series.',
  }
  registerNumber(registry, refused, () => waiting.countRefused())
}
