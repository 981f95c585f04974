import { orderReference } from '@hissa/contracts/investment'
import type { Connection, Migration } from '@hissa/persistence'
import { dueFrom } from './due/due.js'
import { type Order, ORDERS } from './orders/orders.api.js'
import { missingFils, SUSPENSE, type SuspenseItem } from './payments/payments.api.js'
import { REWARD_MEMBERS, type RewardMember } from './rewards/rewards.api.js'
import { type Raise, RAISES } from './raises/raises.api.js'

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

/** Adds due work to raises of earlier releases: the deadline, or the cooling-off period of a funded one's orders. */
const dueWorkOfRaises: Migration = {
  name: '002-due-work-of-raises',
  async up(connection: Connection): Promise<void> {
    const raises = connection.collection<Raise>(RAISES)
    const waiting = raises.find({ state: { $in: ['active', 'funded'] }, due: { $exists: false } })
    for await (const { _id, state, deadline, fundedAt, version } of waiting) {
      const due = state === 'active' ? dueFrom('deadline', deadline) : dueFrom('coolingOff', fundedAt ?? deadline)
      await raises.updateOne({ _id, version, due: { $exists: false } }, { $set: { due, version: version + 1 } })
    }
  },
}

/** Adds the reference to orders of earlier releases, so that staff can search for it. */
const referenceOfOrders: Migration = {
  name: '003-reference-of-orders',
  async up(connection: Connection): Promise<void> {
    const orders = connection.collection<Order>(ORDERS)
    for await (const { _id, version } of orders.find({ reference: { $exists: false } })) {
      const set = { reference: orderReference(_id), version: version + 1 }
      await orders.updateOne({ _id, version, reference: { $exists: false } }, { $set: set })
    }
  },
}

/** Looks for the orders of refunds that were made in the processor's dashboard, so that they are put on hold. */
const ordersOfDashboardRefunds: Migration = {
  name: '004-orders-of-dashboard-refunds',
  async up(connection: Connection): Promise<void> {
    const items = connection.collection<SuspenseItem>(SUSPENSE)
    const open = { kind: 'dashboard_refund' as const, state: { $ne: 'resolved' as const }, due: { $exists: false } }
    for await (const { _id, version, openedAt } of items.find(open)) {
      const set = { due: dueFrom('dispute' as const, openedAt), version: version + 1 }
      await items.updateOne({ _id, version, due: { $exists: false } }, { $set: set })
    }
  },
}

/** Adds how much is missing to orders that an earlier release put on hold for a refund made in the dashboard. */
const amountsOfOrdersOnHold: Migration = {
  name: '005-amounts-of-orders-on-hold',
  async up(connection: Connection): Promise<void> {
    const orders = connection.collection<Order>(ORDERS)
    const items = connection.collection<SuspenseItem>(SUSPENSE)
    const unknown = { 'hold.moneyOut': { $exists: true }, 'hold.moneyOutFils': { $exists: false } }
    // An earlier release that still runs may change an order between the read and the update, which then matches nothing.
    while ((await orders.countDocuments(unknown)) > 0)
      for await (const { _id, version, hold } of orders.find(unknown)) {
        const missing = await items.find({ _id: { $in: hold?.moneyOut ?? [] } }).toArray()
        const set = { 'hold.moneyOutFils': missingFils(missing), version: version + 1 }
        await orders.updateOne({ _id, version, ...unknown }, { $set: set })
      }
  },
}

/** Makes members of investors whose orders were allotted before there was a rewards program, so that they get points. */
const membersOfRewards: Migration = {
  name: '006-members-of-rewards',
  async up(connection: Connection): Promise<void> {
    const registered = { state: { $in: ['allotted', 'issued'] as const } }
    const userIds = await connection.collection<Order>(ORDERS).distinct('userId', registered as object)
    const members = connection.collection<RewardMember>(REWARD_MEMBERS)
    for (const _id of userIds) {
      const $setOnInsert = { due: dueFrom('points' as const, new Date(0)), version: 1 }
      await members.updateOne({ _id }, { $setOnInsert }, { upsert: true })
    }
  },
}

/** In order; each is applied once. */
export const MIGRATIONS: readonly Migration[] = [
  ...[dueWorkOfOrders, dueWorkOfRaises, referenceOfOrders],
  ...[ordersOfDashboardRefunds, amountsOfOrdersOnHold, membersOfRewards],
]
