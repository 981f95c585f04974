import { poll } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auditRefusals } from './support/audit-refusals.js'
import { answerQuestions } from './support/answer-questions.js'
import { CALLS, GOOD_PROFILE } from './support/calls.js'
import { complianceRefusals } from './support/compliance-refusals.js'
import { cashRefusals } from './support/cash-refusals.js'
import { financeRefusals } from './support/finance-refusals.js'
import { orderRefusals } from './support/order-refusals.js'
import { publicRefusals } from './support/public-refusals.js'
import { expectRefusal, type Refused } from './support/refusal.js'
import { staffRefusals } from './support/staff-refusals.js'
import { startTestPlatform, type TestPlatform } from './support/platform.js'

const PASSWORD = 'Salt-and-Verifier-7'
const LONG = 'x'.repeat(5_000)
const QUIET = { settings: { notices: { security: { email: false } } } }

describe('the API', () => {
  let platform: TestPlatform
  let alice: string
  let bob: string
  let property: { propertyId: string }
  let aliceOrder: { orderId: string; sessionId: string }
  let aliceCase: string
  let bobToken: string
  let newcomerToken: string
  let before: Record<string, string>

  beforeAll(async () => {
    platform = await startTestPlatform()
    const ids = await platform.seedAccounts([
      { email: 'alice@example.com', password: PASSWORD, fullName: 'Alice Haddad', status: 'kyc_complete' },
      { email: 'bob@example.com', password: PASSWORD, fullName: 'Bob Stone', status: 'kyc_complete' },
      { email: 'new@example.com', password: PASSWORD, fullName: 'New Comer', status: 'profile_complete' },
    ])
    alice = ids['alice@example.com']!
    bob = ids['bob@example.com']!
    bobToken = await platform.signToken({ sub: bob, email: 'bob@example.com' })
    newcomerToken = await platform.signToken({ sub: ids['new@example.com'], email: 'new@example.com' })
    const aliceToken = await platform.signToken({ sub: alice, email: 'alice@example.com' })
    const { properties } = await json(await send('GET', '/properties?status=active&limit=1'))
    property = properties[0]
    await platform.moveClock(0)
    for (const token of [aliceToken, bobToken]) {
      await answerQuestions(platform.baseUrl, token)
      await acceptDisclosures(token)
    }
    const placed = await json(
      await send('POST', '/create-checkout-session', {
        token: aliceToken,
        body: { amount: 2000, propertyId: property.propertyId },
      }),
    )
    aliceOrder = { orderId: placed.orderId, sessionId: /cs_[\w]+/.exec(placed.url)![0] }
    const started = await json(
      await send('POST', '/kyc/start', {
        token: newcomerToken,
        body: { documentType: 'passport', issuingCountry: 'GBR' },
      }),
    )
    aliceCase = started.status.caseId
    await platform.moveClock(0)
    await settled()
    before = await platform.digest()
  })

  afterAll(() => platform.stop())

  const send = (
    method: string,
    path: string,
    options: { token?: string; body?: unknown; raw?: string; headers?: Record<string, string> } = {},
  ) =>
    fetch(`${platform.baseUrl}/api${path}`, {
      method,
      headers: {
        ...(options.raw !== undefined || (options.body !== undefined && !(options.body instanceof FormData))
          ? { 'content-type': 'application/json' }
          : {}),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...options.headers,
      },
      ...(options.raw !== undefined
        ? { body: options.raw }
        : options.body !== undefined
          ? { body: options.body instanceof FormData ? options.body : JSON.stringify(options.body) }
          : {}),
    })
  const json = async (response: Response): Promise<any> => {
    const body = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${response.url} responded with ${response.status} ${JSON.stringify(body)}`)
    return body
  }
  const acceptDisclosures = async (token: string) => {
    const { documents } = await json(await send('GET', `/disclosures?propertyId=${property.propertyId}&locale=en`))
    const refs = documents.map(({ id, version, hash }: any) => ({ documentId: id, version, hash }))
    await json(
      await send('POST', '/disclosures/acceptances', {
        token,
        body: { propertyId: property.propertyId, locale: 'en', documents: refs },
      }),
    )
  }
  /** Waits until no service has an undelivered event, and nothing changes any more. */
  const settled = async () => {
    let moving = ['everything']
    let last: Record<string, string> = {}
    const isAtRest = async () => {
      const now = await platform.digest()
      moving = Object.keys(now).filter((key) => now[key] !== last[key])
      last = now
      return moving.length === 0 && (await platform.undelivered()).length === 0
    }
    await poll('the platform to be at rest', isAtRest, { intervalMs: 300, onError: 'throw' }).catch(
      (error: unknown) => {
        throw new Error(`still changing: ${moving.join(', ')}`, { cause: error })
      },
    )
  }
  describe.each(CALLS)('$method $path', ({ method, path, good }) => {
    const withBody = (token?: string) => ({ ...(token ? { token } : {}), ...(good ? { body: good } : {}) })

    it('rejects a caller without a token', async () => {
      await expectRefusal(await send(method, path, withBody()), 401, 'UNAUTHENTICATED')
    })

    it('rejects a malformed token', async () => {
      await expectRefusal(await send(method, path, withBody('not.a.token')), 401, 'UNAUTHENTICATED')
    })

    it('rejects an expired token with TOKEN_EXPIRED', async () => {
      const exp = Math.floor(Date.now() / 1000) - 1
      const token = await platform.signToken({ sub: bob, exp })
      await expectRefusal(await send(method, path, withBody(token)), 401, 'TOKEN_EXPIRED')
    })

    it('rejects a token of another pool, another app, another type, or with an unknown signature', async () => {
      const tokens = await Promise.all([
        platform.signToken({ sub: bob, iss: `${platform.baseUrl}/idp/ap-southeast-1_Other` }),
        platform.signToken({ sub: bob, aud: 'anotherapp' }),
        platform.signToken({ sub: bob, token_use: 'access', client_id: 'hissaweb' }),
        platform.forgeToken({ sub: bob }),
      ])
      for (const token of tokens) await expectRefusal(await send(method, path, withBody(token)), 401, 'UNAUTHENTICATED')
    })
  })

  const order = (change: Record<string, unknown>) => ({ amount: 2000, propertyId: property.propertyId, ...change })

  /** The rejected calls, with the expected status and code. */
  const BAD: Refused[] = [
    ['an order without an amount', () => checkout({ amount: undefined }), 400, 'VALIDATION_FAILED'],
    ['an order without a property', () => checkout({ propertyId: undefined }), 400, 'VALIDATION_FAILED'],
    ['an amount that is text', () => checkout({ amount: '2000' }), 400, 'VALIDATION_FAILED'],
    ['a negative amount', () => checkout({ amount: -2000 }), 400, 'VALIDATION_FAILED'],
    ['a zero amount', () => checkout({ amount: 0 }), 400, 'VALIDATION_FAILED'],
    ['an amount with three decimals', () => checkout({ amount: 2000.001 }), 400, 'VALIDATION_FAILED'],
    ['an amount of 1e300', () => checkout({ amount: 1e300 }), 400, 'VALIDATION_FAILED'],
    ['an amount below the minimum', () => checkout({ amount: 1900 }), 422, 'AMOUNT_BELOW_MINIMUM'],
    ['an amount that is not a whole number of shares', () => checkout({ amount: 2050 }), 422, 'AMOUNT_NOT_MULTIPLE'],
    ['a property that does not exist', () => checkout({ propertyId: 'Prop_1_nowhere' }), 404, 'NOT_FOUND'],
    ['a property id that is an operator', () => checkout({ propertyId: { $gt: '' } }), 400, 'VALIDATION_FAILED'],
    ['a description that is too long', () => checkout({ description: LONG }), 400, 'VALIDATION_FAILED'],
    ['an order for another user', () => checkout({ userId: alice }), 403, 'FORBIDDEN'],
    [
      'an order before identity verification',
      () => send('POST', '/create-checkout-session', { token: newcomerToken, body: order({}) }),
      403,
      'KYC_REQUIRED',
    ],
    [
      'a body that is not JSON',
      () => send('POST', '/create-checkout-session', { token: bobToken, raw: '{"amount":' }),
      400,
      'BAD_REQUEST',
    ],
    [
      'a body that is a list',
      () => send('POST', '/create-checkout-session', { token: bobToken, body: [] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a body that is too large',
      () =>
        send('POST', '/create-checkout-session', {
          token: bobToken,
          body: { amount: 2000, description: 'x'.repeat(200_000) },
        }),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'a body of another content type',
      () =>
        send('POST', '/create-checkout-session', {
          token: bobToken,
          raw: 'a=1',
          headers: { 'content-type': 'text/csv' },
        }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ...orderRefusals(
      (method, path) => send(method, path, { token: bobToken }),
      () => aliceOrder,
    ),
    ['acceptances without documents', () => accept({ documents: [] }), 400, 'VALIDATION_FAILED'],
    ['acceptances without a language', () => accept({ locale: 'xx' }), 400, 'VALIDATION_FAILED'],
    [
      'acceptance of a text that is not current',
      () => accept({ documents: [{ documentId: 'risk-warning', version: 99, hash: 'f'.repeat(64) }] }),
      409,
      'DISCLOSURE_OUTDATED',
    ],
    ['a profile without a name', () => profile({ fullName: undefined }), 400, 'VALIDATION_FAILED'],
    ['a profile with a name that is too long', () => profile({ fullName: LONG }), 400, 'VALIDATION_FAILED'],
    ['a profile of a minor', () => profile({ dateOfBirth: '2020-01-01' }), 422, 'VALIDATION_FAILED'],
    ['a profile with an invalid phone number', () => profile({ phoneNumber: '+1' }), 422, 'VALIDATION_FAILED'],
    ['a profile with an unknown country', () => profile({ nationality: 'Utopia' }), 400, 'VALIDATION_FAILED'],
    [
      'a profile change based on another version',
      () => send('PUT', '/profile', { token: bobToken, body: goodProfile({}), headers: { 'if-match': '"999"' } }),
      409,
      'VERSION_CONFLICT',
    ],
    [
      'a profile with a malformed If-Match',
      () => send('PUT', '/profile', { token: bobToken, body: goodProfile({}), headers: { 'if-match': 'nine' } }),
      400,
      'PRECONDITION_INVALID',
    ],
    ['settings in an unknown language', () => change({ settings: { language: 'xx' } }), 400, 'VALIDATION_FAILED'],
    [
      'security notices switched off',
      () => send('PATCH', '/users/me', { token: bobToken, body: QUIET }),
      422,
      'VALIDATION_FAILED',
    ],
    [
      'a notice that does not exist marked as read',
      () => send('POST', '/notifications/none/read', { token: bobToken, body: {} }),
      404,
      'NOT_FOUND',
    ],
    [
      'notices marked as read up to one that does not exist',
      () => send('POST', '/notifications/read', { token: bobToken, body: { upTo: 'none' } }),
      404,
      'NOT_FOUND',
    ],
    [
      'notices with a cursor of another list',
      () => send('GET', '/notifications?cursor=abc', { token: bobToken }),
      400,
      'VALIDATION_FAILED',
    ],
    ['settings changed from another version', () => change({}, '"999"'), 412, 'VERSION_CONFLICT'],
    ['settings with a malformed If-Match', () => change({}, 'nine'), 400, 'PRECONDITION_INVALID'],
    [
      'an identity verification without a document type',
      () => kyc('/start', { documentType: 'library_card', issuingCountry: 'GBR' }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an identity verification without a country',
      () => kyc('/start', { documentType: 'passport' }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      "another's identity check",
      () => kyc('/process', { caseId: aliceCase, mrzLines: ['P<GBRSTONE<<BOB', 'X'] }),
      404,
      'NOT_FOUND',
    ],
    [
      'an identity verification with one line',
      () => kyc('/process', { caseId: aliceCase, mrzLines: ['P<'] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an identity verification with lines that are too long',
      () => kyc('/process', { caseId: aliceCase, mrzLines: [LONG, LONG] }),
      400,
      'VALIDATION_FAILED',
    ],
    ['a phone link for another’s case', () => kyc('/phone-link', { caseId: aliceCase }), 404, 'NOT_FOUND'],
    ['the end of another’s phone link', () => kyc('/phone-link/end', { caseId: aliceCase }), 404, 'NOT_FOUND'],
    ['an upload that is not a form', () => kyc('/upload', {}), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      "an upload to another's case",
      () => upload({ caseId: aliceCase, kind: 'front' }, Buffer.from('x')),
      404,
      'NOT_FOUND',
    ],
    ['an upload without a file', () => upload({ caseId: aliceCase, kind: 'front' }), 422, 'UPLOAD_MISSING'],
    [
      'an upload without a document kind',
      () => upload({ caseId: aliceCase, kind: 'selfie' }, Buffer.from('x')),
      400,
      'VALIDATION_FAILED',
    ],
    ['the queue, for an investor', () => send('GET', '/kyc/tickets', { token: bobToken }), 403, 'FORBIDDEN'],
    ...cashRefusals((method, path, body) =>
      send(method, path, { token: bobToken, ...(body === undefined ? {} : { body }) }),
    ),
    ...financeRefusals((method, path, body) =>
      send(method, path, { token: bobToken, ...(body === undefined ? {} : { body }) }),
    ),
    [
      'a ticket, for an investor',
      () => send('GET', `/kyc/tickets/${aliceCase}`, { token: bobToken }),
      403,
      'FORBIDDEN',
    ],
    [
      'a ticket unmasked, for an investor',
      () => send('POST', `/kyc/tickets/${aliceCase}/reveal`, { token: bobToken, body: { reason: 'compare the name' } }),
      403,
      'FORBIDDEN',
    ],
    [
      'a ticket unmasked without a reason',
      () => send('POST', `/kyc/tickets/${aliceCase}/reveal`, { token: bobToken, body: { reason: '' } }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a claim, for an investor',
      () => send('POST', `/kyc/tickets/${aliceCase}/claim`, { token: bobToken, body: {} }),
      403,
      'FORBIDDEN',
    ],
    [
      'a decision, for an investor',
      () =>
        send('POST', `/kyc/tickets/${aliceCase}/decision`, {
          token: bobToken,
          body: { decision: 'approve', version: 1 },
        }),
      403,
      'FORBIDDEN',
    ],
    ...complianceRefusals((method, path, body) => send(method, path, { token: bobToken, body })),
    ...staffRefusals(
      (method, path, body) => send(method, path, { token: bobToken, body }),
      () => ({ caseId: aliceCase, propertyId: property.propertyId }),
    ),
    ...auditRefusals(
      async (path) =>
        send('GET', path, { token: await platform.signToken({ sub: bob, 'cognito:groups': ['compliance'] }) }),
      () => bob,
    ),
    ...publicRefusals(send, () => property.propertyId),
  ]

  const checkout = (change: Record<string, unknown>) =>
    send('POST', '/create-checkout-session', { token: bobToken, body: order(change) })
  const accept = (change: Record<string, unknown>) =>
    send('POST', '/disclosures/acceptances', {
      token: bobToken,
      body: {
        propertyId: property.propertyId,
        locale: 'en',
        documents: [{ documentId: 'x', version: 1, hash: 'x' }],
        ...change,
      },
    })
  const goodProfile = (change: Record<string, unknown>) => ({ ...GOOD_PROFILE, ...change })
  const profile = (change: Record<string, unknown>) =>
    send('PUT', '/profile', { token: bobToken, body: goodProfile(change) })
  const change = (body: object, ifMatch = '"0"') =>
    send('PATCH', '/users/me', { token: bobToken, body, headers: { 'if-match': ifMatch } })
  const kyc = (path: string, body: unknown) => send('POST', `/kyc${path}`, { token: bobToken, body })
  const upload = (fields: Record<string, string>, file?: Buffer) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (file) form.set('file', new Blob([new Uint8Array(file)]), 'document.jpg')
    return fetch(`${platform.baseUrl}/api/kyc/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bobToken}` },
      body: form,
    })
  }

  it.each(BAD)('rejects %s', async (_name, call, status, code) => {
    await expectRefusal(await call(), status, code)
  })

  it('has changed nothing after all these calls', async () => {
    await settled()
    expect(Object.keys(before).length).toBeGreaterThan(20)
    expect(await platform.digest()).toEqual(before)
  })
})
