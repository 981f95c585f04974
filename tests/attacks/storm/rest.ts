import { unfinished } from '../../../local/launcher/src/sandbox/bus-state.js'
import type { Db, Document } from 'mongodb'
import { OWNERS, type Databases } from './databases.js'
import { pause, type Market } from './market.js'

/** The five attempts of a refund that the card's bank returns take about a minute; a slow machine needs three. */
const REST_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 500

/** Rejected work needs a person; it is listed and does not count as stuck. */
const NOT_GIVEN_UP = { rejected: { $exists: false } }

/** Lists pending work, one line for each kind. Reservations may stay open until they lapse. */
export async function inHand({ bus, processor }: Market, databases: Databases): Promise<string[]> {
  const { investment, notification } = databases
  const lines: string[] = []
  const add = (what: string, found: number) => void (found > 0 && lines.push(`${found} ${what}`))
  const count = async (what: string, db: Db, collection: string, filter: Document) =>
    add(what, await db.collection(collection).countDocuments(filter))
  for (const service of OWNERS)
    await count(`unsent events of ${service}`, databases[service], 'outbox', { unsent: true })
  await count('orders being refunded', investment, 'orders', { state: 'refunding', ...NOT_GIVEN_UP })
  await count('orders being released', investment, 'orders', { ending: { $exists: true }, ...NOT_GIVEN_UP })
  await count('suspense refunds', investment, 'suspense', { state: 'refunding', ...NOT_GIVEN_UP })
  await count('unsent mails', notification, 'messages', { state: 'queued' })
  const { undelivered, pendingRefunds } = processor.totals()
  add('webhooks not delivered', undelivered)
  add('refunds under way at the processor', pendingRefunds)
  add('messages not handled', unfinished(await bus.streams()))
  return lines
}

/**
 * Waits until no work is pending; `sinceMs` is the time of the last fault. Returns a line for each kind that is stuck.
 */
export async function waitUntilIdle(
  market: Market,
  databases: Databases,
  sinceMs = Date.now(),
): Promise<{ seconds: number; stuck: string[] }> {
  let left = await inHand(market, databases)
  while (left.length > 0 && Date.now() - sinceMs < REST_WITHIN_MS) {
    await pause(LOOK_EVERY_MS)
    left = await inHand(market, databases)
  }
  const seconds = (Date.now() - sinceMs) / 1000
  return { seconds, stuck: left.map((line) => `stuck for ${REST_WITHIN_MS / 1000} s: ${line}`) }
}
