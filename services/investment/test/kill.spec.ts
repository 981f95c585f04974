import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SettlePayment } from '@hissa/contracts/investment'
import { Investment } from './harness.js'

let app: Investment
let child: ChildProcess
let propertyId: string

beforeAll(async () => {
  app = await Investment.start()
  propertyId = await app.openRaise(10_000)
  await app.drainAll()
  child = await app.spawn()
})
afterAll(async () => {
  child.kill('SIGKILL')
  await app.stop()
})

async function killAndRestart(): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  child = await app.spawn()
}

const paidEvents = (orderId: string) => app.events('investment.order.paid.v1', orderId)
const webhookOf = (orderId: string) =>
  app.gateway.webhook(
    { sessionId: `cs_${orderId}`, orderId, state: 'complete', paid: true, amount: 203_000, currency: 'aed' },
    `evt_${orderId}`,
  )

describe('the service killed by SIGKILL', () => {
  it('settles a payment made before the kill after its restart, without a webhook', async () => {
    const userId = await app.investor(propertyId)
    const { orderId } = await app.place(userId, propertyId)
    await killAndRestart()
    await app.advance(6)
    await app.until('paid', async () => (await app.order(orderId))?.['state'] === 'paid')
    expect(await paidEvents(orderId)).toHaveLength(1)
    expect((await app.proof()).faults).toEqual([])
  })

  it('settles each payment once when killed while it settles webhooks that are then redelivered', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => app.investor(propertyId)))
    const placed = await Promise.all(users.map((userId) => app.place(userId, propertyId)))
    const deliver = ({ orderId }: { orderId: string }) =>
      app.call(SettlePayment, webhookOf(orderId)).catch(() => undefined)
    // The kill happens during these: acknowledged deliveries must be durable, the others are repeated.
    const deliveries = placed.map(deliver)
    await Promise.race(deliveries)
    await killAndRestart()
    void Promise.all(deliveries)
    await app.until('all are paid', async () => {
      await Promise.all(placed.map(deliver))
      return (
        (await app
          .collection('orders')
          .countDocuments({ _id: { $in: placed.map((order) => order.orderId) }, state: 'paid' })) === placed.length
      )
    })
    for (const { orderId } of placed) expect(await paidEvents(orderId)).toHaveLength(1)
    expect((await app.proof()).faults).toEqual([])
  })
})
