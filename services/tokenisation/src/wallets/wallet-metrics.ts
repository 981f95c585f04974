import { registerNumber, type MetricsRegistry } from '@hissa/kernel'
import type { AddressStore } from '../accounts/address.store.js'

interface Sources {
  registry: MetricsRegistry
  addresses: Pick<AddressStore, 'countListed'>
}

/** Publishes on `/metrics` how many wallets are on a sanctions list. Without the store there is no sample. */
export function registerWalletGauges({ registry, addresses }: Sources): void {
  const listed = {
    name: 'tokenisation_wallets_listed',
    help: 'Wallets in use or requested that a sanctions list names.',
  }
  registerNumber(registry, listed, () => addresses.countListed())
}
