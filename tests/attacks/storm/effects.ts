import type { Units } from '@hissa/money'
import type { LauncherBus } from '../../../local/launcher/src/sandbox/bus-state.js'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Order } from '../../../services/investment/src/orders/order.model.js'
import type { Message } from '../../../services/notification/src/messages/message.js'
import type { PropertyRow } from '../../../services/property/src/catalogue/property.store.js'
import type { Databases } from './databases.js'
import { HAS_UNITS, sum } from './sums.js'

interface RaiseRow {
  _id: string
  state: string
  deadline: Date
  unitsTotal: Units
}

/** Finds effects of paid orders that happened twice or never in the services that receive orders by event. */
export async function wrongEffects(databases: Databases, orders: readonly Order[]): Promise<string[]> {
  const paid = orders.filter((order) => HAS_UNITS.includes(order.state))
  return [
    ...(await wrongStatuses(databases, paid)),
    ...(await wrongCounts(databases, paid)),
    ...(await wrongReceipts(databases, paid)),
  ]
}

async function wrongStatuses({ identity }: Databases, paid: readonly Order[]): Promise<string[]> {
  const buyers = [...new Set(paid.map((order) => order.userId))]
  const users = await identity
    .collection<{ _id: string; userStatus: string }>('users')
    .find({ _id: { $in: buyers } })
    .toArray()
  const wrong = users.filter(({ userStatus }) => userStatus.toLowerCase() !== 'investor_active')
  const lines = wrong.map(({ _id, userStatus }) => `${_id} has paid and is ${userStatus}`)
  return users.length === buyers.length ? lines : [...lines, `${buyers.length - users.length} buyers have no account`]
}

/** Compares each raise in the catalogue with its orders. */
async function wrongCounts({ property, investment }: Databases, paid: readonly Order[]): Promise<string[]> {
  const faults: string[] = []
  const raises = await investment.collection<RaiseRow>('raises').find().toArray()
  for (const { _id: propertyId, unitsTotal, state, deadline } of raises) {
    const mine = paid.filter((order) => order.propertyId === propertyId)
    const sold = sum(mine, (order) => order.units)
    const shown = (await property.collection<PropertyRow>('properties').findOne({ _id: propertyId }))?.record.raise
    const expected = {
      state,
      deadline: deadline.toISOString(),
      unitsAvailable: unitsTotal - sold,
      unitsPaid: sold,
      investors: new Set(mine.map((order) => order.userId)).size,
    }
    const listed = { ...shown, deadline: shown?.deadline?.toISOString() }
    for (const [name, value] of Object.entries(expected)) {
      const actual = listed[name as keyof typeof expected]
      if (actual !== value) faults.push(`${propertyId} shows ${actual} as ${name}, not ${value}`)
    }
  }
  return faults
}

async function wrongReceipts({ notification }: Databases, paid: readonly Order[]): Promise<string[]> {
  const rows = await notification
    .collection<Message>('messages')
    .find({ 'body.template': 'payment-received' })
    .toArray()
  const byOrder = new Map<string, Message[]>()
  for (const row of rows) {
    if (row.body.template !== 'payment-received') continue
    byOrder.set(row.body.orderId, [...(byOrder.get(row.body.orderId) ?? []), row])
  }
  return paid.flatMap(({ _id }) => {
    const states = (byOrder.get(_id) ?? []).map(({ state }) => state)
    return states.length === 1 && states[0] === 'sent' ? [] : [`order ${_id} has receipts [${states.join(', ')}]`]
  })
}

/**
 * Compares the received emails with the receipts that were sent. A crash between the server's reply and the update of
 * the row may send a receipt again with the same Message-ID; such copies are counted. Returns a fault for each missing
 * one.
 */
export async function caughtReceipts(
  dataDir: string,
  { notification }: Databases,
): Promise<{ receipts: number; copies: number; faults: string[] }> {
  const sent = await notification
    .collection<Message>('messages')
    .find({ 'body.template': 'payment-received', state: 'sent' })
    .toArray()
  const caught = caughtIds(dataDir)
  const times = sent.map(({ _id }) => caught.filter((messageId) => messageId.includes(_id)).length)
  const faults = sent.filter((_, index) => times[index] === 0).map(({ _id }) => `the mail ${_id} never arrived`)
  return { receipts: sent.length, copies: times.filter((count) => count > 1).length, faults }
}

function caughtIds(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'mail.sqlite'), { readOnly: true })
  try {
    const rows = database.prepare("SELECT json_extract(body, '$.messageId') AS id FROM messages").all()
    return rows.map((row) => String(row['id']))
  } finally {
    database.close()
  }
}

/** Returns one line for each service that could not handle an event. */
export async function deadLetters(bus: LauncherBus): Promise<string[]> {
  const streams = await bus.streams()
  const dead = streams.filter(({ name, messages }) => name.startsWith('HISSA_DEAD_') && messages > 0)
  return dead.map(({ name, messages }) => `${name} has ${messages} dead letters`)
}
