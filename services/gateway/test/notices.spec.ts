import { connectBus, type Bus } from '@hissa/messaging'
import { problem } from '@hissa/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isOneClick } from '../src/notices/one-click.js'
import { startGateway, type Harness } from './support.js'

let gateway: Harness
let bus: Bus
/** The inputs and tokens of the calls that the services received. */
const asked: { name: string; input: Record<string, unknown>; token?: string }[] = []
const OUTPUT = { notices: [], count: 0, unread: 3, topic: 'verification', email: false }
const FORM = 'application/x-www-form-urlencoded'
const ONE_CLICK = 'List-Unsubscribe=One-Click'

beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT_WRITES_PER_MINUTE: '20' })
  bus = await connectBus(gateway.natsUrl, 'test')
  const notices = ['listNotices', 'countUnreadNotices', 'markNoticeRead', 'markNoticesRead']
  const links = ['getEmailPreference', 'changeEmailPreference']
  for (const call of [...notices.map((name) => `notification.${name}`), ...links.map((name) => `identity.${name}`)])
    bus.nc.subscribe(`rpc.${call}`, {
      callback: (_, message) => {
        const { id, data } = message.json<{ id: string; data: { input: Record<string, unknown>; token?: string } }>()
        asked.push({ name: call, input: data.input, ...(data.token && { token: data.token }) })
        const refusal = problem('EMAIL_LINK_INVALID', 403, 'This link is incomplete.').toProblem()
        const isForged = data.input['token'] === 'forged'
        const response = isForged ? { ok: false, problem: refusal } : { ok: true, output: OUTPUT }
        message.respond(JSON.stringify({ id, isDisposed: true, response }))
      },
    })
  await bus.nc.flush()
})
afterAll(async () => {
  await bus?.nc.drain()
  await gateway?.stop()
})
beforeEach(() => void (asked.length = 0))

let addresses = 0
const stranger = () => `198.51.103.${(addresses += 1)}`
const send = (method: string, path: string, { body, headers = {} }: RequestInit = {}, from = stranger()) =>
  fetch(gateway.baseUrl + path, {
    method,
    headers: { 'x-forwarded-for': from, ...(headers as Record<string, string>) },
    ...(body === undefined ? {} : { body }),
  })
const problemOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const json = { 'content-type': 'application/json' }
const oneClick = (query: string, body = ONE_CLICK, type = FORM, from = stranger()) =>
  send('POST', `/email-preferences${query}`, { body, headers: { 'content-type': type } }, from)

describe('the notices of a user', () => {
  it('are read and marked with the user’s token', async () => {
    const headers = { authorization: `Bearer ${gateway.token('user-1')}`, ...json }
    const calls = [
      await send('GET', '/api/notifications?limit=5', { headers }),
      await send('GET', '/api/notifications/unread', { headers }),
      await send('POST', '/api/notifications/read', { headers, body: '{"upTo":"n1"}' }),
      await send('POST', '/api/notifications/n2/read', { headers, body: '{}' }),
    ]
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(asked.map(({ name, input, token }) => [name, input, Boolean(token)])).toEqual([
      ['notification.listNotices', { limit: 5 }, true],
      ['notification.countUnreadNotices', {}, true],
      ['notification.markNoticesRead', { upTo: 'n1' }, true],
      ['notification.markNoticeRead', { noticeId: 'n2' }, true],
    ])
  })

  it('are refused without a token, and with a limit or a notice that is not one', async () => {
    for (const path of ['', '/unread'])
      expect((await problemOf(await send('GET', `/api/notifications${path}`)))[0]).toBe(401)
    const headers = { authorization: `Bearer ${gateway.token('user-1')}`, ...json }
    expect(await problemOf(await send('GET', '/api/notifications?limit=0', { headers }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    const read = await send('POST', '/api/notifications/read', { headers, body: '{}' })
    expect(await problemOf(read)).toEqual([400, 'VALIDATION_FAILED'])
    expect(asked).toEqual([])
  })
})

describe('the link of an email', () => {
  it('switches its emails off with one click of a mailbox, in either encoding of the form', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const answers = [await oneClick('?token=t'), await oneClick('?token=t', part, 'multipart/form-data; boundary=b')]
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { success: true, topic: 'verification', email: false },
      ])
    const call = { name: 'identity.changeEmailPreference', input: { token: 't', email: false } }
    expect(asked).toEqual([call, call])
  })

  it('is read and changed without a session', async () => {
    const read = await send('GET', '/api/email-preferences?token=t')
    expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await send('PUT', '/api/email-preferences', { headers: json, body: '{"token":"t","email":true}' })
    expect(asked).toEqual([
      { name: 'identity.getEmailPreference', input: { token: 't' } },
      { name: 'identity.changeEmailPreference', input: { token: 't', email: true } },
    ])
  })

  it('opens its page with GET', async () => {
    const page = await gateway.get('/email-preferences?token=t')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/email-preferences?token=t')])
  })

  it('is refused if it is forged, lacks its token or has a long one, and without the form', async () => {
    expect(await problemOf(await oneClick('?token=forged'))).toEqual([403, 'EMAIL_LINK_INVALID'])
    expect(await problemOf(await send('GET', '/api/email-preferences?token=forged'))).toEqual([
      403,
      'EMAIL_LINK_INVALID',
    ])
    asked.length = 0
    for (const refused of [
      oneClick(''),
      oneClick(`?token=${'x'.repeat(513)}`),
      oneClick('?token=t', ''),
      oneClick('?token=t', 'List-Unsubscribe=Two'),
      oneClick('?token=t', '--b\r\n\r\nOne-Click\r\n--b--', 'multipart/form-data; boundary=b'),
    ])
      expect(await problemOf(await refused)).toEqual([400, 'VALIDATION_FAILED'])
    expect(await problemOf(await oneClick('?token=t', 'x'.repeat(2_000)))).toEqual([413, 'BODY_TOO_LARGE'])
    expect(asked).toEqual([])
  })

  it('can be used as often as other writes from one address', async () => {
    const from = stranger()
    const statuses = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await oneClick('?token=t', ONE_CLICK, FORM, from)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  })
})

describe('isOneClick', () => {
  it('takes the form among other fields and with a line break at its end, and no other text', () => {
    expect(isOneClick(FORM, `${ONE_CLICK}\r\n`)).toBe(true)
    expect(isOneClick(undefined, ONE_CLICK)).toBe(true)
    expect(isOneClick(FORM, undefined)).toBe(false)
    expect(isOneClick('multipart/form-data', ONE_CLICK)).toBe(false)
  })
})
