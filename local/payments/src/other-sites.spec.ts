import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getAs } from '@hissa/testing-helpers'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPayments, type Payments } from './index.js'

let payments: Payments
const dataDir = mkdtempSync(join(tmpdir(), 'payments-'))

beforeAll(async () => {
  const webhook = { webhookUrl: 'http://127.0.0.1:9/hook', webhookSecret: 'whsec_1' }
  const hosts = { publicUrl: 'https://pay.example:8443', hosts: ['sandboxes'] }
  payments = await startPayments({ port: 0, dataDir, secretKey: 'sk_test_1', ...webhook, ...hosts })
})
afterAll(async () => {
  await payments.close()
  rmSync(dataDir, { recursive: true })
})

describe('the payments sandbox', () => {
  it.each(['pay.example', 'sandboxes:8090', 'localhost:8090'])('serves the host %s', async (host) => {
    expect((await getAs(payments.url, [host])).status).toBe(200)
  })

  it.each([['attacker.test'], ['localhost', 'localhost']])('refuses requests to the host %p', async (...hosts) => {
    const { status, response } = await getAs(payments.url, hosts)
    expect([status, response]).toEqual([400, expect.stringContaining('"code":"BAD_REQUEST"')])
  })

  it.each([
    ['same-origin', 303],
    ['cross-site', 403],
  ])('answers a form from a page that is %s with %i', async (site, status) => {
    const headers = { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' }
    const url = `${payments.url}/events/evt_none/resend`
    expect((await fetch(url, { method: 'POST', headers, redirect: 'manual' })).status).toBe(status)
  })
})
