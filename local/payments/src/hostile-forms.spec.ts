import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPayments, type Payments } from './index.js'

const KEY = 'sk_test_local'
const headers = { authorization: `Bearer ${KEY}` }

describe('the payments sandbox', () => {
  let dataDir: string
  let payments: Payments

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'payments-'))
    const webhook = { webhookUrl: 'http://127.0.0.1:9/hook', webhookSecret: 'whsec_test' }
    payments = await startPayments({ port: 0, dataDir, secretKey: KEY, ...webhook })
  })
  afterAll(async () => {
    await payments.close()
    await rm(dataDir, { recursive: true })
  })

  it.each(['limit[__proto__]=1', 'limit[4000000000]=1', `limit${'[a]'.repeat(20)}=1`])(
    'refuses %s in a query and in a body, and goes on answering',
    async (text) => {
      const inQuery = await fetch(`${payments.url}/v1/refunds?${text}`, { headers })
      expect([inQuery.status, await inQuery.json()]).toEqual([
        400,
        { error: expect.objectContaining({ type: 'invalid_request_error' }) },
      ])
      const body = new URLSearchParams(text)
      const inBody = await fetch(`${payments.url}/v1/refunds`, { method: 'POST', headers, body })
      expect(inBody.status).toBe(400)
      expect((await fetch(`${payments.url}/v1/refunds?limit=1`, { headers })).status).toBe(200)
    },
  )
})
