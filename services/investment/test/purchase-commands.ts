import { expect, jest } from '@jest/globals'
import { PlaceOrder, SettlePayment } from '@hissa/contracts/investment'
import { Deadlines } from '@hissa/kernel'
import { Relay } from '@hissa/messaging'
import { MOST_PER_PURCHASE } from '@hissa/testing-helpers'
import { type CommandStartedEvent, MongoClient } from 'mongodb'
import type { Investment } from './harness.js'

const { connect } = MongoClient.prototype
const { start } = Relay.prototype
const listeners = new Set<(event: CommandStartedEvent) => void>()

/**
 * Watches the commands of every client from its first connection on. Until the returned function is called, services that
 * start neither look for due work every second nor send events, whose effects, such as reward points, are no part of the
 * answer.
 */
export function watchCommands(): () => void {
  const timer = jest.spyOn(Deadlines.prototype, 'start').mockReturnValue()
  Relay.prototype.start = function () {
    this.hold()
    return start.call(this)
  }
  MongoClient.prototype.connect = function () {
    Object.assign(this, { monitorCommands: true })
    this.on('commandStarted', (event) => listeners.forEach((listener) => listener(event)))
    return connect.call(this)
  }
  return () => {
    timer.mockRestore()
    Relay.prototype.start = start
    MongoClient.prototype.connect = connect
  }
}

/** The relay and the sealer of the audit log, which run at any time. */
const IN_BACKGROUND = ['leases', 'audit', 'audit_heads', 'audit_signed_heads', 'ledger_writers']

function isOfPurchase({ commandName, command }: CommandStartedEvent): boolean {
  const of = command[commandName] as unknown
  if (commandName === 'ping' || IN_BACKGROUND.includes(String(of))) return false
  return of !== 'outbox' || commandName === 'insert'
}

/** Returns the commands that the service sends until it answers. */
async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = []
  const listen = (event: CommandStartedEvent) => {
    const of = event.commandName === 'commitTransaction' ? '' : ` ${String(event.command[event.commandName])}`
    if (isOfPurchase(event)) commands.push(`${event.commandName}${of}`)
  }
  listeners.add(listen)
  await work()
  listeners.delete(listen)
  return commands
}

/** Buys shares of a property as an investor, and expects no more commands to the store than the bounds. */
export async function expectWithinBounds(
  app: Investment,
  { propertyId, userId, idempotencyKey }: { propertyId: string; userId: string; idempotencyKey?: string | undefined },
): Promise<void> {
  let orderId = ''
  const order = await commandsOf(async () => {
    const input = { propertyId, amount: 2_000, ...(idempotencyKey ? { idempotencyKey } : {}) }
    orderId = (await app.call(PlaceOrder, input, userId)).orderId
  })
  const webhook = app.gateway.webhook(app.gateway.pay(await app.sessionOf(orderId)), `evt_${orderId}`)
  const payment = await commandsOf(() => app.call(SettlePayment, webhook))
  expect(await app.order(orderId)).toMatchObject({ state: 'paid' })
  const most = MOST_PER_PURCHASE.investment
  expect({ order, isWithin: order.length <= most.order }).toEqual({ order, isWithin: true })
  expect({ payment, isWithin: payment.length <= most.payment }).toEqual({ payment, isWithin: true })
  // A count of nothing would be within every bound.
  expect(payment.filter((command) => command === 'commitTransaction')).toHaveLength(1)
}
