import type { Connection, Migration } from '@hissa/persistence'
import { dueFrom } from './due/due.js'
import { type Order, ORDERS } from './orders/orders.api.js'

/** Adds due work to orders of earlier releases; a running service of such a release still finds its own fields. */
const dueWorkOfOrders: Migration = {
  name: '001-due-work-of-orders',
  async up(connection: Connection): Promise<void> {
    const orders = connection.collection<Order>(ORDERS)
    const waiting = orders.find({ state: { $in: ['reserved', 'refunding'] }, due: { $exists: false } })
    for await (const { _id, state, expiresAt, createdAt, version } of waiting) {
      const due = state === 'reserved' ? dueFrom('expiry', expiresAt) : dueFrom('refund', createdAt)
      await orders.updateOne({ _id, version, due: { $exists: false } }, { $set: { due, version: version + 1 } })
    }
  },
}

/** In order; each is applied once. */
export const MIGRATIONS: readonly Migration[] = [dueWorkOfOrders]
