import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBus } from '@hissa/messaging'
import { startGateway, type Harness } from './support.js'

const PER_MINUTE = 5
let gateway: Harness
/** Signatures of the events that the investment service received. */
let settled: string[]
let stop: () => Promise<void>

beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT_WRITES_PER_MINUTE: String(PER_MINUTE) })
  const bus = await connectBus(gateway.natsUrl, 'test')
  settled = []
  bus.nc.subscribe('rpc.investment.settlePayment', {
    callback: (_, message) => {
      const { data, id } = message.json<{ id: string; data: { input: { signature: string } } }>()
      const { signature } = data.input
      settled.push(signature)
      const forged = { type: 'about:blank', title: 'x', status: 400, code: 'WEBHOOK_SIGNATURE_INVALID', detail: 'x' }
      const response =
        signature === 'good' ? { ok: true, output: { outcome: 'applied' } } : { ok: false, problem: forged }
      message.respond(JSON.stringify({ id, isDisposed: true, response }))
    },
  })
  await bus.nc.flush()
  stop = () => bus.nc.drain()
})
afterAll(async () => {
  await stop()
  await gateway.stop()
})

const deliver = async (signature: string | undefined, from: string) => {
  const headers = { 'x-forwarded-for': from, ...(signature ? { 'stripe-signature': signature } : {}) }
  const response = await fetch(`${gateway.baseUrl}/api/payment/webhook`, { method: 'POST', body: '{}', headers })
  return response.status
}

describe('POST /api/payment/webhook', () => {
  it('accepts any number of signed events', async () => {
    for (let n = 0; n < PER_MINUTE * 3; n += 1) expect(await deliver('good', '198.51.100.1')).toBe(200)
  })

  it.each(['forged', undefined])(
    'forwards nothing from an address with too many rejected signatures (%s)',
    async (signature) => {
      const from = signature ? '198.51.100.2' : '198.51.100.3'
      const before = settled.length
      for (let n = 0; n <= PER_MINUTE; n += 1) expect(await deliver(signature, from)).toBe(400)
      expect(await deliver(signature, from)).toBe(429)
      expect(settled.length - before).toBe(signature ? PER_MINUTE + 1 : 0)
      expect(await deliver('good', '198.51.100.4')).toBe(200)
    },
  )

  it('counts a signature over the maximum length, and never forwards it', async () => {
    const from = '198.51.100.5'
    const before = settled.length
    for (let n = 0; n <= PER_MINUTE; n += 1) expect(await deliver('v'.repeat(5_000), from)).toBe(400)
    expect(await deliver('v'.repeat(5_000), from)).toBe(429)
    expect(settled.length).toBe(before)
  })

  const postTooLarge = (from: string) => {
    const headers = { 'x-forwarded-for': from, 'stripe-signature': 'good' }
    const body = 'v'.repeat(700_001)
    return fetch(`${gateway.baseUrl}/api/payment/webhook`, { method: 'POST', body, headers })
  }

  it('counts a body over the maximum size', async () => {
    const from = '198.51.100.6'
    for (let n = 0; n <= PER_MINUTE; n += 1) expect((await postTooLarge(from)).status).toBe(413)
    expect((await postTooLarge(from)).status).toBe(429)
  })

  it('rejects a body over the maximum size with a problem', async () => {
    const answer = await postTooLarge('198.51.100.7')
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await answer.json()).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE', success: false })
  })
})
