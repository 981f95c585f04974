import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CLIENT_ID, Harness, newEmail } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const resend = (body: object = { ClientId: CLIENT_ID, Username: newEmail() }, init = {}) =>
  identity.post('ResendConfirmationCode', body, init)

describe('pool protocol', () => {
  it('responds with 200 and JSON at the prefix and at the root, with or without a slash', async () => {
    for (const path of ['/idp/', '/idp', '/']) {
      const { status, headers, body } = await resend(undefined, { path })
      expect([status, headers.get('content-type'), Object.keys(body)]).toEqual([
        200,
        'application/x-amz-json-1.1',
        ['CodeDeliveryDetails'],
      ])
      expect(headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  it('responds to errors with 400, and the type and message in body and headers', async () => {
    const { status, headers, body } = await identity.post('ConfirmSignUp', {
      ClientId: CLIENT_ID,
      Username: newEmail(),
      ConfirmationCode: '123456',
    })
    const message = 'Invalid verification code provided, please try again.'
    expect([status, body]).toEqual([400, { __type: 'CodeMismatchException', message }])
    expect(headers.get('x-amzn-errortype')).toBe('CodeMismatchException:')
    expect(headers.get('x-amzn-errormessage')).toBe(message)
    expect(headers.get('x-amzn-requestid')).toBeTruthy()
  })

  it('allows pages of the public address to send requests and read the responses, and no other pages', async () => {
    const preflight = await fetch(`${identity.url()}/idp/`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-amz-target',
      },
    })
    expect([preflight.ok, preflight.headers.get('access-control-allow-origin')]).toEqual([true, identity.url()])
    const allowed = preflight.headers.get('access-control-allow-headers')!.split(/, */)
    expect(allowed).toEqual(
      expect.arrayContaining([
        'content-type',
        'x-amz-target',
        'x-amz-user-agent',
        'cache-control',
        'pragma',
        'amz-sdk-invocation-id',
        'amz-sdk-request',
      ]),
    )
    const { headers } = await resend()
    expect(headers.get('access-control-allow-origin')).toBe(identity.url())
    expect(headers.get('access-control-expose-headers')).toBe(
      'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
    )
  })

  it.each([
    ['an unknown action', 'Nonsense', {}, 'UnknownOperationException'],
    [
      'an unsupported action',
      'SetUserSettings',
      { MFAOptions: [], AccessToken: 'a.b.c' },
      'UnsupportedOperationException',
    ],
    ['bad JSON', 'SignUp', '{"ClientId":', 'SerializationException'],
    ['no body', 'SignUp', '', 'SerializationException'],
    ['a body that is not an object', 'SignUp', '[1]', 'InvalidParameterException'],
    ['a body that is too large', 'SignUp', JSON.stringify({ x: 'y'.repeat(70_000) }), 'SerializationException'],
    ['missing members', 'SignUp', { ClientId: CLIENT_ID }, 'InvalidParameterException'],
    [
      'members of the wrong type',
      'SignUp',
      { ClientId: CLIENT_ID, Username: 7, Password: {} },
      'InvalidParameterException',
    ],
    ['another client', 'SignUp', { ClientId: 'other', Username: 'a@b.co', Password: 'x' }, 'ResourceNotFoundException'],
    [
      'a flow that is not enabled',
      'InitiateAuth',
      { ClientId: CLIENT_ID, AuthFlow: 'USER_PASSWORD_AUTH' },
      'InvalidParameterException',
    ],
    [
      'a challenge without a session',
      'RespondToAuthChallenge',
      { ClientId: CLIENT_ID, ChallengeName: 'SMS_MFA' },
      'InvalidParameterException',
    ],
    ['an invalid access token', 'GetUser', { AccessToken: 'a.b.c' }, 'NotAuthorizedException'],
  ])('rejects %s in the pool’s format', async (_, action, body, type) => {
    const answer = await identity.post(action, body)
    expect([answer.status, answer.body.__type, answer.headers.get('x-amzn-errortype')]).toEqual([400, type, `${type}:`])
    expect(Object.keys(answer.body).sort()).toEqual(['__type', 'message'])
  })

  const LONG_NAME = `${'a'.repeat(124)}@b.co`
  const naming = { ClientId: CLIENT_ID, AuthFlow: 'USER_SRP_AUTH', ChallengeName: 'PASSWORD_VERIFIER' }

  it.each([
    ['a body over 64 KB', 'SignUp', JSON.stringify({ x: 'y'.repeat(65_536) }), 'SerializationException'],
    ['a long Username', 'ForgotPassword', { ClientId: CLIENT_ID, Username: LONG_NAME }, 'InvalidParameterException'],
    [
      'a long USERNAME at the start of a sign-in',
      'InitiateAuth',
      { ...naming, AuthParameters: { USERNAME: LONG_NAME, SRP_A: 'abcdef' } },
      'InvalidParameterException',
    ],
    [
      'a long USERNAME in the response to a challenge',
      'RespondToAuthChallenge',
      { ...naming, ChallengeResponses: { USERNAME: LONG_NAME, TIMESTAMP: 'x' } },
      'InvalidParameterException',
    ],
  ])('rejects %s in the pool’s format and closes the connection', async (_, action, body, type) => {
    const answer = await identity.post(action, body)
    expect([answer.status, answer.body.__type, answer.headers.get('connection')]).toEqual([400, type, 'close'])
  })

  it('keeps the connection otherwise, and accepts a name of 128 characters', async () => {
    const { status, headers } = await resend({
      ClientId: CLIENT_ID,
      Username: `${'a'.repeat(60)}@${'b'.repeat(59)}.example`,
    })
    expect([status, headers.get('connection')]).toEqual([200, 'keep-alive'])
  })

  it('does not repeat a rejected password', async () => {
    const { text } = await identity.post('SignUp', {
      ClientId: CLIENT_ID,
      Username: 'a@b.co',
      Password: 'Secret-42'.repeat(40),
    })
    expect(text).not.toContain('Secret-42')
  })

  it('rejects a missing target and an unknown path in the same format', async () => {
    const noTarget = await fetch(`${identity.url()}/idp/`, { method: 'POST', body: '{}' })
    expect([noTarget.status, ((await noTarget.json()) as { __type: string }).__type]).toEqual([
      400,
      'UnknownOperationException',
    ])
    const nowhere = await fetch(`${identity.url()}/idp/nowhere`)
    expect([nowhere.status, ((await nowhere.json()) as { __type: string }).__type]).toEqual([
      404,
      'UnknownOperationException',
    ])
  })
})
