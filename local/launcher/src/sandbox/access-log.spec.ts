import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { LogCapture } from '../../test/log-capture.js'
import { startFaultControl } from '../containers/fault-control.js'
import { startMail } from '@hissa/mail-catcher'
import { startPayments } from '@hissa/payments-sandbox'

const trace = 'a'.repeat(32)
const traceparent = `00-${trace}-${'b'.repeat(16)}-01`
const host = '127.0.0.1'

describe('the access log of the sandboxes', () => {
  let dataDir: string
  const started: { close(): Promise<unknown> }[] = []
  const log = new LogCapture('sandboxes')
  const { logger } = log

  beforeEach(() => {
    log.clear()
    dataDir = mkdtempSync(join(tmpdir(), 'hissa-log-'))
  })
  afterEach(async () => {
    for (const part of started.splice(0)) await part.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  function track<T extends { close(): Promise<unknown> }>(part: T): T {
    started.push(part)
    return part
  }

  const request = { service: 'sandboxes', level: 30, msg: 'request', traceId: trace, ms: expect.any(Number) }

  it('has a line for each request to the mail catcher, without the address in its query', async () => {
    const { httpUrl } = track(await startMail({ httpPort: 0, smtpPort: 0, dataDir, logger }))
    await fetch(`${httpUrl}/api/v1/messages?query=to:sara@example.com`, { headers: { traceparent } })
    await fetch(`${httpUrl}/api/v1/message/none`, { headers: { traceparent } })
    expect(await log.lines(2)).toEqual([
      expect.objectContaining({ ...request, method: 'GET', route: '/api/v1/messages', status: 200 }),
      expect.objectContaining({ ...request, method: 'GET', route: '/api/v1/message/:id', status: 404 }),
    ])
    expect(log.text).not.toContain('sara')
  })

  it('has a line for each request to the payments sandbox, with the error code of a rejected one', async () => {
    const keys = { webhookUrl: 'http://127.0.0.1:9/none', webhookSecret: 'whsec_1', secretKey: 'sk_test_1' }
    const { url } = track(await startPayments({ port: 0, dataDir, logger, ...keys }))
    const headers = { traceparent, authorization: 'Bearer sk_test_1' }
    await fetch(`${url}/v1/checkout/sessions/cs_none`, { headers })
    await fetch(`${url}/v1/checkout/sessions/cs_none`, { headers: { traceparent } })
    const route = '/v1/checkout/sessions/:id'
    expect(await log.lines(2)).toEqual([
      expect.objectContaining({ ...request, method: 'GET', route, status: 404, code: 'resource_missing' }),
      expect.objectContaining({ ...request, method: 'GET', route, status: 401, code: 'invalid_request_error' }),
    ])
    expect(log.text).not.toMatch(/sk_test|cs_none/)
  })

  it('has a line for each fault that is switched', async () => {
    const part = { setFault: () => undefined }
    const control = track(await startFaultControl({ email: part, payments: part }, { port: 0, host, logger }))
    const body = JSON.stringify({ target: 'email', mode: 'down', untilMs: 1 })
    const headers = { traceparent, 'content-type': 'application/json' }
    await fetch(`${control.url}/faults`, { method: 'POST', headers, body })
    expect(await log.lines(1)).toEqual([
      expect.objectContaining({ ...request, method: 'POST', route: '/faults', status: 204 }),
    ])
  })
})
