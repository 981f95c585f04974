import { registerCountAndAge, registerNumber, type Clock, type MetricsRegistry } from '@hissa/kernel'
import type { TransferStore } from '../holdings/transfer.store.js'

interface Sources {
  registry: MetricsRegistry
  wall: Clock
  transfers: Pick<TransferStore, 'unconfirmed' | 'countHeld'>
}

/** Publishes on `/metrics` how many transfers are not on the chain yet. A value that can't be read has no sample. */
export function registerTransferGauges({ registry, wall, transfers }: Sources): void {
  registerCountAndAge({ registry, wall }, () => transfers.unconfirmed(), {
    count: {
      name: 'tokenisation_transfers_waiting',
      help: 'Transfers between investors that are not confirmed on the chain yet, without those that are held.',
    },
    age: {
      name: 'tokenisation_transfer_oldest_age_seconds',
      help: 'Time since the earliest of them was decided; 0 without any.',
    },
  })
  registerNumber(
    registry,
    {
      name: 'tokenisation_transfers_held',
      help: 'Transfers that wait until the receiver’s shares are no longer frozen.',
    },
    () => transfers.countHeld(),
  )
}
