import './support/as-browser.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Input, RpcContract } from '@hissa/contracts'
import { GetSession } from '@hissa/contracts/identity'
import { ListOrders } from '@hissa/contracts/investment'
import { GetKycStatus } from '@hissa/contracts/kyc'
import { RpcClient } from '@hissa/messaging'
import { until } from '@hissa/testing-helpers'
import type { Journey, Session } from '@hissa/testing-driver'
import { connect } from 'node:net'
import { startTestPlatform, type TestPlatform } from './support/platform.js'

// Jest evaluates CommonJS modules, such as the client library, before any other, unless they are imported later.
const { createJourney } = await import('@hissa/testing-driver')

const PASSWORD = 'Salt-and-Verifier-7'
const CLIENT_ID = 'hissaweb'
let platform: TestPlatform
let journey: Journey
let rpc: RpcClient
let count = 0

beforeAll(async () => {
  platform = await startTestPlatform()
  journey = createJourney({ baseUrl: platform.baseUrl, mailUrl: platform.mailUrl })
  rpc = new RpcClient(platform.bus.nc)
})
afterAll(() => platform.stop())

async function account(): Promise<{ email: string; userId: string }> {
  const email = `session.${(count += 1)}@example.com`
  const ids = await platform.seedAccounts([
    { email, password: PASSWORD, fullName: 'Alice Haddad', status: 'kyc_complete' },
  ])
  return { email, userId: ids[email]! }
}

const pool = (action: string, body: object) =>
  fetch(`${platform.baseUrl}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: CLIENT_ID, ...body }),
  })

const standing = (change: object) =>
  platform.bus.nc.request('local.identity.standing', JSON.stringify(change), { timeout: 60_000 })

const openSocket = (token: string) => {
  const socket = new WebSocket(`${platform.baseUrl.replace('http', 'ws')}/ws/events`)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ action: 'auth', token })))
  const closed = new Promise<[number, string]>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve([code, reason])),
  )
  return { socket, closed }
}

/** Opens a socket and authenticates it. */
async function live(token: string) {
  const opened = openSocket(token)
  const frame = await new Promise<string>((resolve) =>
    opened.socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
  )
  expect(JSON.parse(frame)).toMatchObject({ type: 'ready' })
  return opened
}

/** Returns the responses to a token of the gateway and of each service that verifies tokens. */
async function responses(token: string): Promise<string[]> {
  const atGateway = await fetch(`${platform.baseUrl}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
  const ask = <C extends RpcContract>(contract: C, input: Input<C>) =>
    rpc.call(contract, input, { token }).then(
      () => 'accepted',
      ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
    )
  return [
    atGateway.ok ? 'accepted' : `${atGateway.status} ${((await atGateway.json()) as { code: string }).code}`,
    await ask(GetSession, {}),
    await ask(ListOrders, { limit: 1 }),
    await ask(GetKycStatus, { locale: 'en' }),
  ]
}
const all = (response: string) => Array(4).fill(response)
const REFUSED = '401 UNAUTHENTICATED'

describe('a session', () => {
  it.each([
    ['by signing out', (session: Session) => pool('RevokeToken', { Token: session.refreshToken })],
    ['by signing out everywhere', (session: Session) => pool('GlobalSignOut', { AccessToken: session.accessToken })],
    ['by suspension', ({ userId }: Session) => standing({ userId, suspended: true })],
    ['by a change of roles', ({ userId }: Session) => standing({ userId, roles: ['investor', 'content'] })],
  ])('that ends %s is rejected by the gateway and every service, and its sockets close', async (_, end) => {
    const ended = await journey.signIn((await account()).email, PASSWORD)
    const other = await journey.signIn((await account()).email, PASSWORD)
    const [socket, stays] = [await live(ended.idToken), await live(other.idToken)]
    expect(await responses(ended.idToken)).toEqual(all('accepted'))
    await end(ended)
    await until(async () => (await responses(ended.idToken)).every((response) => response === REFUSED))
    expect(await socket.closed).toEqual([4401, 'session ended'])
    expect(await responses(other.idToken)).toEqual(all('accepted'))
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
    stays.socket.close()
  })

  it('that has ended cannot open a socket', async () => {
    const session = await journey.signIn((await account()).email, PASSWORD)
    await pool('RevokeToken', { Token: session.refreshToken })
    await until(async () => (await responses(session.idToken))[0] === REFUSED)
    const [code] = await openSocket(session.idToken).closed
    expect(code).toBe(4401)
  })
})

describe('a setting changed on one device', () => {
  it('reaches the other devices of the user with the next event, and no one else', async () => {
    const { email } = await account()
    const [first, second] = [await journey.signIn(email, PASSWORD), await journey.signIn(email, PASSWORD)]
    const other = await journey.signIn((await account()).email, PASSWORD)
    const [mine, others] = [await live(second.idToken), await live(other.idToken)]
    const strangers: unknown[] = []
    others.socket.addEventListener('message', ({ data }) => strangers.push(data))
    const next = new Promise<string>((resolve) =>
      mine.socket.addEventListener('message', ({ data }) => String(data).includes('settings') && resolve(String(data))),
    )
    const me = (token: string, init: RequestInit = {}) =>
      fetch(`${platform.baseUrl}/api/users/me`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
      })
    const etag = (await me(second.idToken)).headers.get('etag')!
    const save = (token: string, settings: object) =>
      me(token, { method: 'PATCH', body: JSON.stringify({ settings }), headers: { 'if-match': etag } })
    expect((await save(first.idToken, { theme: 'dark' })).status).toBe(200)
    expect(JSON.parse(await next)).toMatchObject({
      type: 'identity.settings.changed.v1',
      data: { userId: second.userId, version: 1 },
    })
    expect((await save(second.idToken, { hideAmounts: true })).status).toBe(412)
    const { user } = (await (await me(second.idToken)).json()) as { user: { settings: object } }
    expect(user.settings).toMatchObject({ theme: 'dark', hideAmounts: false })
    expect(strangers).toEqual([])
    for (const { socket } of [mine, others]) socket.close()
  })
})

describe('a notice', () => {
  it('is announced to every device when it arrives, and when it is read on one of them', async () => {
    const { email } = await account()
    const { idToken, userId } = await journey.signIn(email, PASSWORD)
    const { socket } = await live(idToken)
    const versions: number[] = []
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(String(data)) as { type: string; data: { userId: string; version: number } }
      if (event.type === 'notification.notice.changed.v1' && event.data.userId === userId)
        versions.push(event.data.version)
    })
    expect((await pool('ForgotPassword', { Username: email })).status).toBe(200)
    await until(async () => versions.length === 1)
    const ask = async (path: string, init: RequestInit = {}) =>
      (
        await fetch(`${platform.baseUrl}/api/notifications${path}`, {
          ...init,
          headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
        })
      ).json()
    const { notices } = (await ask('')) as { notices: { noticeId: string }[] }
    expect(notices).toMatchObject([{ kind: 'resetCode', isRead: false }])
    const body = JSON.stringify({ upTo: notices[0]!.noticeId })
    expect(await ask('/read', { method: 'POST', body })).toEqual({ success: true, unread: 0 })
    await until(async () => versions.length === 2)
    expect(versions).toEqual([1, 2])
    socket.close()
  })
})

describe('a forgotten password', () => {
  it('is replaced with a code sent by email', async () => {
    const { email } = await account()
    const before = await journey.signIn(email, PASSWORD)
    expect((await pool('ForgotPassword', { Username: email })).status).toBe(200)
    const ConfirmationCode = await journey.mailbox.waitForCode(email)
    const Password = 'Lantern-harbour-77'
    const answer = await pool('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password })
    expect([answer.status, await answer.text()]).toEqual([200, '{}'])
    await until(async () => (await responses(before.idToken)).every((response) => response === REFUSED))
    await expect(journey.signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
    expect(await responses((await journey.signIn(email, Password)).idToken)).toEqual(all('accepted'))
  })
})

describe('a request to the user pool with a body over 64 KB', () => {
  const { hostname, port } = { hostname: '127.0.0.1', port: () => Number(new URL(platform.baseUrl).port) }
  /** Writes a request by hand and reads until the server closes the connection. */
  const send = async (head: string, parts: readonly string[]) => {
    const socket = connect(port(), hostname)
    socket.on('error', () => undefined) // for data that is still being written when the server closes
    let answer = ''
    socket.on('data', (data) => (answer += String(data)))
    socket.write(
      `POST /idp/ HTTP/1.1\r\nhost: localhost\r\nx-amz-target: AWSCognitoIdentityProviderService.SignUp\r\n${head}\r\n\r\n`,
    )
    for (const part of parts) socket.write(part)
    await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    return answer
  }
  const piece = 'x'.repeat(16_384)

  it.each([
    ['sent with a content length', `content-length: ${10 * 1024 * 1024}`, [piece]],
    ['sent in chunks', 'transfer-encoding: chunked', Array<string>(40).fill(`4000\r\n${piece}\r\n`)],
  ])('%s is rejected in the pool’s error format, and the connection is closed', async (_, head, parts) => {
    const answer = await send(`content-type: application/x-amz-json-1.1\r\n${head}`, parts)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toMatch(/^x-amzn-errortype: SerializationException:\r$/im)
    expect(answer).toContain('"__type":"SerializationException"')
  })
})
