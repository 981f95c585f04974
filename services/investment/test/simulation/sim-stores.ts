import type { Batch, Head, LedgerStore, MemoryLedgerStore, Written } from '@hissa/ledger'
import type { Holding } from '../../src/holdings/holding.js'
import type { Clocks, DueRow } from '../../src/due/due.schema.js'
import type { Order, OrderWork } from '../../src/orders/order.js'
import type { Payment } from '../../src/payments/payment.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import type { Raise } from '../../src/raises/raise.js'

/** A replica's way to everything outside itself: time passes, and once it has crashed nothing comes back. */
export type Turn = () => Promise<void>

export interface StoreFaults {
  next(): 'none' | 'lost' | 'unknownBefore' | 'unknownAfter' | 'down'
}

/** Bugs that are planted on purpose, to see that the oracles find them. */
export type Planted = 'noCompareAndSet' | 'noIdempotency' | 'deafAfterExpiry' | undefined

/** The shared store as one replica sees it. */
export class SimLedgerStore implements LedgerStore {
  constructor(
    private readonly shared: MemoryLedgerStore,
    private readonly turn: Turn,
    private readonly faults: StoreFaults,
    private readonly planted: Planted,
  ) {}

  head = () => this.through(() => this.shared.head())
  known = (keys: readonly string[]) =>
    this.through(async () => (this.planted === 'noIdempotency' ? [] : this.shared.known(keys)))
  balances = (ids: readonly string[]) => this.through(() => this.shared.balances(ids))
  pendings = (ids: readonly string[]) => this.through(() => this.shared.pendings(ids))
  since = (seq: number, limit: number) => this.through(() => this.shared.since(seq, limit))

  async write(batch: Batch, head: Head): Promise<Written> {
    await this.turn()
    const fault = this.faults.next()
    if (fault === 'down') throw new Error('the store is down')
    if (fault === 'lost') return { result: 'lost' }
    if (fault === 'unknownBefore') return { result: 'unknown' }
    const written = await this.shared.write(
      this.sabotaged(batch),
      this.planted === 'noCompareAndSet' ? await this.shared.head() : head,
    )
    await this.turn()
    return fault === 'unknownAfter' && written.result === 'committed' ? { result: 'unknown' } : written
  }

  private sabotaged(batch: Batch): Batch {
    if (this.planted !== 'noIdempotency') return batch
    const saves = batch.saves.map(({ save, change }) => {
      const stored = this.shared.collection(save.collection).get(save.id)
      return { change, save: { ...save, version: stored?.version ?? 0 } }
    })
    return { ...batch, saves }
  }

  private async through<T>(read: () => Promise<T>): Promise<T> {
    await this.turn()
    return read()
  }
}

/** Reads of one collection; documents are copies, as they are when they come over a wire. */
class Documents<T extends { _id: string }> {
  constructor(
    private readonly store: MemoryLedgerStore,
    private readonly name: string,
    private readonly turn: Turn,
  ) {}

  async get(id: string): Promise<T | undefined> {
    await this.turn()
    const found = this.store.collection(this.name).get(id)
    return found && ({ ...found } as unknown as T)
  }

  async where(matches: (row: T) => boolean): Promise<T[]> {
    await this.turn()
    const rows = [...this.store.collection(this.name).values()] as unknown as T[]
    return rows.filter(matches).map((row) => ({ ...row }))
  }
}

const isDue = ({ due }: DueRow, kind: string, { at, wall }: Clocks) =>
  due?.kind === kind && due.dueAt <= at && due.nextTryAt <= wall
const byNextTry = (a: DueRow, b: DueRow) =>
  a.due!.nextTryAt.getTime() - b.due!.nextTryAt.getTime() || a.due!.dueAt.getTime() - b.due!.dueAt.getTime()

/** The reads of the service's stores, over the simulated store. */
export function simStores(store: MemoryLedgerStore, turn: Turn) {
  const orders = new Documents<Order>(store, 'orders', turn)
  const raises = new Documents<Raise>(store, 'raises', turn)
  const holdings = new Documents<Holding>(store, 'holdings', turn)
  const payments = new Documents<Payment>(store, 'payments', turn)
  const suspense = new Documents<SuspenseItem>(store, 'suspense', turn)
  const events = new Documents<{ _id: string }>(store, 'webhook_events', turn)
  const first = async (found: Promise<Order[]>) => (await found)[0]
  return {
    orders: {
      byId: (id: string) => orders.get(id),
      byPlaceKey: (placeKey: string) => first(orders.where((row) => row.placeKey === placeKey)),
      byOpenKey: (openKey: string) => first(orders.where((row) => row.openKey === openKey)),
      openSlots: async (userId: string) =>
        (await orders.where((row) => row.openSlot !== undefined && row.userId === userId)).map((row) => row.openSlot!),
      due: async (kind: OrderWork, clocks: Clocks, limit: number) =>
        (await orders.where((row) => isDue(row, kind, clocks))).sort(byNextTry).slice(0, limit),
    },
    raises: {
      byId: (id: string) => raises.get(id),
      byRef: (id: string) => raises.get(id),
    },
    holdings: { of: (userId: string, propertyId: string) => holdings.get(`${userId}:${propertyId}`) },
    suspense: {
      byId: (id: string) => suspense.get(id),
      due: async (kind: string, clocks: Clocks, limit: number) =>
        (await suspense.where((row) => isDue(row, kind, clocks))).sort(byNextTry).slice(0, limit),
    },
    payments: {
      byId: (id: string) => payments.get(id),
      hasEvent: async (id: string) => (await events.get(id)) !== undefined,
    },
  }
}
