import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetReceipt, GetStaffReceipt, ListPayments, SettlePayment } from '@hissa/contracts/investment'
import { workerFile } from '@hissa/kernel/workers'
import { FINANCE } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
  app.bus.nc.subscribe('rpc.identity.listNames', {
    callback: (_, message) => {
      const { userIds } = message.json<{ data: { input: { userIds: string[] } } }>().data.input
      const output = { names: userIds.map((userId) => ({ userId, name: 'Amal Al Suwaidi' })) }
      message.respond(JSON.stringify({ response: { ok: true, output } }))
    },
  })
  await app.bus.nc.flush()
})
afterAll(() => app.stop())

const refusal = (call: Promise<unknown>) => call.then(String, ({ status, code }) => `${status} ${code}`)
const receipt = (paymentId: string, userId: string, locale: 'en' | 'ar' = 'en') =>
  app.call(GetReceipt, { paymentId, locale }, userId)
const staffReceipt = (paymentId: string) => app.call(GetStaffReceipt, { paymentId, locale: 'en' }, 'finance-1', FINANCE)

async function paid() {
  const propertyId = await app.openRaise(40)
  const userId = await app.investor(propertyId)
  const { orderId } = await app.place(userId, propertyId)
  const sessionId = await app.sessionOf(orderId)
  await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), `evt_${orderId}`))
  const { payments } = await app.call(ListPayments, { limit: 1 }, userId)
  return { userId, orderId, paymentId: payments[0]!.paymentId }
}

describe('the receipt of a payment', () => {
  it('is a PDF in the language asked for', async () => {
    const { userId, paymentId } = await paid()
    for (const locale of ['en', 'ar'] as const) {
      const { bodyBase64, fileName } = await receipt(paymentId, userId, locale)
      expect(Buffer.from(bodyBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      expect(fileName).toMatch(new RegExp(`^hissa-R-[0-9A-F]{10}-${locale}\\.pdf$`))
    }
  })

  it('is not given to another investor', async () => {
    const { paymentId } = await paid()
    expect(await refusal(receipt(paymentId, 'another'))).toBe('404 NOT_FOUND')
    expect(await refusal(receipt('cs_none', 'another'))).toBe('404 NOT_FOUND')
  })

  it('does not exist before the money has arrived', async () => {
    const { userId, orderId, paymentId } = await paid()
    const setState = (state: string) => app.collection('payments').updateOne({ orderId }, { $set: { state } })
    await setState('pending')
    expect(await refusal(receipt(paymentId, userId))).toBe('404 NOT_FOUND')
    expect(await refusal(staffReceipt(paymentId))).toBe('404 NOT_FOUND')
    await setState('succeeded')
    expect(await receipt(paymentId, userId)).toMatchObject({ locale: 'en' })
  })

  it('is read by finance staff with an audit row, and by no other role', async () => {
    const { orderId, paymentId } = await paid()
    expect(await staffReceipt(paymentId)).toMatchObject({ contentType: 'application/pdf' })
    const rows = await app
      .collection('audit')
      .find({ action: 'receipt.read', subject: `order:${orderId}` })
      .toArray()
    expect(rows.map(({ actor, detail }) => [actor, detail])).toEqual([['finance-1', { paymentId }]])
    const asContent = app.call(GetStaffReceipt, { paymentId, locale: 'en' }, 'content-1', ['content'])
    expect(await refusal(asContent)).toBe('403 FORBIDDEN')
  })
})

describe('a receipt that takes too long to render', () => {
  it('is unavailable, and the list of payments is not', async () => {
    const { userId, paymentId } = await paid()
    await app.drainAll()
    const pdfs = { file: workerFile(import.meta.url, 'endless-worker'), taskTimeoutMs: 1 }
    await app.bootAnother({ pdfs })
    expect(await refusal(receipt(paymentId, userId))).toBe('503 SERVICE_UNAVAILABLE')
    expect(await refusal(staffReceipt(paymentId))).toBe('503 SERVICE_UNAVAILABLE')
    expect(await app.call(ListPayments, { limit: 1 }, userId)).toMatchObject({ count: 1 })
  })
})
