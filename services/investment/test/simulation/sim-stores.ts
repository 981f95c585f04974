import type { UserStatus } from '@hissa/contracts'
import type { Batch, Head, LedgerStore, MemoryLedgerStore, Save, Written } from '@hissa/ledger'
import type { OrderState } from '@hissa/contracts/investment'
import type { Holding } from '../../src/holdings/holding.js'
import type { Clocks, DueRow } from '../../src/due/due.schema.js'
import { openPropertyOf } from '../../src/orders/open-slots.js'
import type { Order, OrderWork } from '../../src/orders/order.model.js'
import type { Payment } from '../../src/payments/payment.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import type { Raise, RaiseWork } from '../../src/raises/raise.js'
import type { ShareTransfer } from '../../src/transfers/share-transfer.js'

/**
 * What a turn is for: a read of documents, a list of due work (each of which is read again or fails if it is out of
 * date), a read by the ledger (whose write fails if it is out of date), a write, the response to a write, or a call to
 * the processor.
 */
export type TurnKind = 'read' | 'due' | 'ledger' | 'write' | 'written' | 'processor'

/** A replica's access to everything outside itself: time passes, and after a crash it never returns. */
export type Turn = (kind: TurnKind) => Promise<void>

export type SimStoreFault = 'lost' | 'unknown before commit' | 'unknown after commit' | 'down'

export interface StoreFaults {
  next(): SimStoreFault | 'none'
}

/** A saved document, as it was before the save. */
export interface Changed {
  save: Save
  before: Readonly<Record<string, unknown>> | undefined
}

/** Bugs that are planted to show that the oracles find them. */
export type Planted = 'noCompareAndSet' | 'noIdempotency' | 'ignoresPaymentsAfterExpiry' | undefined

/** The shared store as one replica sees it. */
export class SimLedgerStore implements LedgerStore {
  constructor(
    private readonly shared: MemoryLedgerStore,
    private readonly turn: Turn,
    private readonly faults: StoreFaults,
    private readonly planted: Planted,
    private readonly onCommitted: (changes: readonly Changed[], events: Batch['events']) => void,
  ) {}

  head = () => this.through(() => this.shared.head())
  known = (keys: readonly string[]) =>
    this.through(async () => (this.planted === 'noIdempotency' ? [] : this.shared.known(keys)))
  balances = (ids: readonly string[]) => this.through(() => this.shared.balances(ids))
  pendings = (ids: readonly string[]) => this.through(() => this.shared.pendings(ids))
  since = (seq: number, limit: number) => this.through(() => this.shared.since(seq, limit))
  lastOf = (...args: Parameters<LedgerStore['lastOf']>) => this.through(() => this.shared.lastOf(...args))
  nextAccount = (...args: Parameters<LedgerStore['nextAccount']>) =>
    this.through(() => this.shared.nextAccount(...args))
  openingAfter = (at: Date) => this.through(() => this.shared.openingAfter(at))
  timeOf = (seq: number) => this.through(() => this.shared.timeOf(seq))

  async write(batch: Batch, head: Head): Promise<Written> {
    await this.turn('write')
    const fault = this.faults.next()
    if (fault === 'down') throw new Error('the store is down')
    if (fault === 'lost') return { result: 'lost' }
    if (fault === 'unknown before commit') return { result: 'unknown' }
    const documents = this.documentsBefore(batch)
    const written = await this.shared.write(
      this.sabotaged(batch),
      this.planted === 'noCompareAndSet' ? await this.shared.head() : head,
    )
    if (written.result === 'committed')
      this.onCommitted(
        batch.saves.map(({ save }, index) => ({ save, before: documents[index] })),
        batch.events,
      )
    await this.turn('written')
    return fault === 'unknown after commit' && written.result === 'committed' ? { result: 'unknown' } : written
  }

  /** Returns the document before each save: the stored one, or the result of an earlier save of the batch. */
  private documentsBefore({ saves }: Batch): Array<Changed['before']> {
    const ahead = new Map<string, Changed['before']>()
    return saves.map(({ save: { collection, id, set } }) => {
      const before = ahead.get(`${collection}/${id}`) ?? this.shared.collection(collection).get(id)
      ahead.set(`${collection}/${id}`, { ...before, ...set })
      return before
    })
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
    await this.turn('ledger')
    return read()
  }
}

/** Reads of one collection; documents are copies, as they would be over a network. */
class Documents<T extends { _id: string }> {
  constructor(
    private readonly store: MemoryLedgerStore,
    private readonly name: string,
    private readonly turn: Turn,
  ) {}

  async get(id: string): Promise<T | undefined> {
    await this.turn('read')
    const found = this.store.collection(this.name).get(id)
    return found && ({ ...found } as unknown as T)
  }

  async where(matches: (row: T) => boolean, kind: TurnKind = 'read'): Promise<T[]> {
    await this.turn(kind)
    const rows = [...this.store.collection(this.name).values()] as unknown as T[]
    return rows.filter(matches).map((row) => ({ ...row }))
  }
}

const isDue = ({ due }: DueRow, kind: string, { at, wall }: Clocks) =>
  due?.kind === kind && due.dueAt <= at && due.nextTryAt <= wall
const byNextTry = (a: DueRow, b: DueRow) =>
  a.due!.nextTryAt.getTime() - b.due!.nextTryAt.getTime() || a.due!.dueAt.getTime() - b.due!.dueAt.getTime()

/** The status of each user as published by identity. */
export type Statuses = Map<string, { status: UserStatus; version: number }>

/** Returns the service's stores over the simulated one. `onMore` is called when more was due than was read. */
export function simStores(store: MemoryLedgerStore, statuses: Statuses, turn: Turn, onMore: () => void) {
  const orders = new Documents<Order>(store, 'orders', turn)
  const raises = new Documents<Raise>(store, 'raises', turn)
  const holdings = new Documents<Holding>(store, 'holdings', turn)
  const payments = new Documents<Payment>(store, 'payments', turn)
  const suspense = new Documents<SuspenseItem>(store, 'suspense', turn)
  const transfers = new Documents<ShareTransfer>(store, 'share_transfers', turn)
  const events = new Documents<{ _id: string }>(store, 'webhook_events', turn)
  const first = async (found: Promise<Order[]>) => (await found)[0]
  return {
    orders: {
      byId: (id: string) => orders.get(id),
      byPlaceKey: (placeKey: string) => first(orders.where((row) => row.placeKey === placeKey)),
      byOpenProperty: (userId: string, propertyId: string) =>
        first(orders.where((row) => row.openProperty === openPropertyOf(userId, propertyId))),
      openOf: (userId: string) => orders.where((row) => row.openSlot !== undefined && row.userId === userId),
      unpaidOf: (userId: string, since: Date) =>
        orders.where((row) => row.userId === userId && row.state === 'expired' && row.closedAt! > since),
      largeUnpaidOf: (propertyId: string, since: Date) =>
        orders.where(
          (row) =>
            row.propertyId === propertyId &&
            row.large === true &&
            !row.paidAt &&
            (row.state === 'reserved' || (row.closedAt !== undefined && row.closedAt > since)),
        ),
      due: async (kind: OrderWork, clocks: Clocks, limit: number) => {
        const rows = await orders.where((row) => isDue(row, kind, clocks), 'due')
        if (rows.length > limit) onMore()
        return rows.sort(byNextTry).slice(0, limit)
      },
      ofRaise: async (propertyId: string, states: readonly OrderState[], after: string, limit: number) => {
        const rows = await orders.where((row) => row.propertyId === propertyId && states.includes(row.state))
        return rows
          .filter(({ _id }) => _id > after)
          .sort((a, b) => (a._id < b._id ? -1 : 1))
          .slice(0, limit)
      },
      countOfRaise: async (propertyId: string, states: readonly OrderState[]) =>
        (await orders.where((row) => row.propertyId === propertyId && states.includes(row.state))).length,
      heldBy: (userId: string, propertyId: string) =>
        orders.where(
          (row) =>
            row.userId === userId &&
            row.propertyId === propertyId &&
            ['paid', 'cooling_off', 'allotted', 'issued'].includes(row.state),
        ),
      ofUser: async (
        userId: string,
        { limit, before, state }: { limit: number; before?: string; state: OrderState },
      ) => {
        const rows = await orders.where((row) => row.userId === userId && row.state === state)
        return rows
          .filter(({ _id }) => before === undefined || _id < before)
          .sort((a, b) => (a._id < b._id ? 1 : -1))
          .slice(0, limit)
      },
    },
    raises: {
      byId: (id: string) => raises.get(id),
      byRef: (id: string) => raises.get(id),
      due: async (kind: RaiseWork, clocks: Clocks, limit: number) =>
        (await raises.where((row) => isDue(row, kind, clocks), 'due')).sort(byNextTry).slice(0, limit),
    },
    investors: {
      payer: async (userId: string) => {
        await turn('read')
        return { status: statuses.get(userId)?.status ?? 'registered' }
      },
      isKnown: async (userId: string) => {
        await turn('read')
        return statuses.has(userId)
      },
      statusOf: async (userId: string) => {
        await turn('read')
        return statuses.get(userId)?.status ?? 'registered'
      },
      statusesOf: async (userIds: readonly string[]) => {
        await turn('read')
        return new Map(userIds.flatMap((id) => (statuses.has(id) ? [[id, statuses.get(id)!.status] as const] : [])))
      },
      apply: async ({ userId, status, version }: { userId: string; status: UserStatus; version: number }) => {
        await turn('read')
        if (version > (statuses.get(userId)?.version ?? 0)) statuses.set(userId, { status, version })
      },
    },
    transfers: { byId: (id: string) => transfers.get(id) },
    holdings: {
      byId: (id: string) => holdings.get(id),
      of: (userId: string, propertyId: string) => holdings.get(`${userId}:${propertyId}`),
      ofOrders: async (of: readonly Order[]) => {
        const ids = new Set(of.map(({ userId, propertyId }) => `${userId}:${propertyId}`))
        return new Map((await holdings.where(({ _id }) => ids.has(_id))).map((row) => [row._id, row]))
      },
    },
    suspense: {
      byId: (id: string) => suspense.get(id),
      ofPayment: (paymentId: string) => suspense.where((row) => row.paymentId === paymentId),
      due: async (kind: string, clocks: Clocks, limit: number) =>
        (await suspense.where((row) => isDue(row, kind, clocks), 'due')).sort(byNextTry).slice(0, limit),
    },
    payments: {
      byId: (id: string) => payments.get(id),
      ofPayment: (paymentId: string) => payments.where((row) => row.paymentId === paymentId),
      hasEvent: async (id: string) => (await events.get(id)) !== undefined,
    },
  }
}
