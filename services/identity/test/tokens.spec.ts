import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTokenVerifier } from '@hissa/auth'
import type { CognitoUser, CognitoUserSession } from 'amazon-cognito-identity-js'
import { CLIENT_ID, Harness, called, claimsOf, refusalOf } from './harness.js'

let identity: Harness
let email: string
let userId: string

beforeAll(async () => {
  identity = await Harness.start()
  ;({ email, userId } = await identity.confirmed())
})
afterAll(() => identity.stop())

const refresh = (user: CognitoUser, session: CognitoUserSession) =>
  called<CognitoUserSession>((done) => user.refreshSession(session.getRefreshToken(), done))
const accessOf = (session: CognitoUserSession) => session.getAccessToken().getJwtToken()
const idOf = (session: CognitoUserSession) => session.getIdToken().getJwtToken()
const getUser = (token: string) => identity.post('GetUser', { AccessToken: token })
const byRefreshToken = (token: string, flow = 'REFRESH_TOKEN_AUTH') =>
  identity.post('InitiateAuth', {
    ClientId: CLIENT_ID,
    AuthFlow: flow,
    AuthParameters: { REFRESH_TOKEN: token, DEVICE_KEY: null },
  })
const signOut = (user: CognitoUser) => new Promise<void>((resolve) => user.signOut(() => resolve()))

describe('tokens', () => {
  it('contain exactly the claims of a user pool', async () => {
    const { session } = await identity.signIn(email)
    const access = claimsOf(accessOf(session))
    expect(Object.keys(access).sort()).toEqual(
      [
        'sub',
        'cognito:groups',
        'iss',
        'client_id',
        'origin_jti',
        'event_id',
        'token_use',
        'scope',
        'auth_time',
        'exp',
        'iat',
        'jti',
        'username',
      ].sort(),
    )
    expect(access).toMatchObject({
      sub: userId,
      username: userId,
      iss: identity.issuer,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      'cognito:groups': ['investor'],
    })
    const id = claimsOf(idOf(session))
    expect(Object.keys(id).sort()).toEqual(
      [
        'sub',
        'cognito:groups',
        'email_verified',
        'iss',
        'cognito:username',
        'origin_jti',
        'aud',
        'event_id',
        'token_use',
        'auth_time',
        'exp',
        'iat',
        'jti',
        'email',
        'name',
        'given_name',
        'family_name',
        'custom:kyc_status',
        'custom:investor_status',
      ].sort(),
    )
    expect(id).toMatchObject({
      email,
      email_verified: true,
      aud: CLIENT_ID,
      token_use: 'id',
      'cognito:username': userId,
      'custom:kyc_status': 'pending',
    })
    expect((id.exp as number) - (id.iat as number)).toBe(900)
    expect([id.origin_jti, id.auth_time]).toEqual([access.origin_jti, access.auth_time])
    expect(id.jti).not.toBe(access.jti)
  })

  it('are accepted by the verifier of other services, with separate keys for id and access tokens', async () => {
    const { session } = await identity.signIn(email)
    const jwksUrl = `${identity.issuer}/.well-known/jwks.json`
    const verify = createTokenVerifier({ jwksUrl, issuer: identity.issuer, clientId: CLIENT_ID })
    expect(await verify(idOf(session))).toMatchObject({ userId, email, roles: ['investor'] })
    await expect(verify(accessOf(session))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await verify(accessOf(session), ['access'])).userId).toBe(userId)
    const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: Record<string, string>[] }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual(Array(2).fill(['alg', 'e', 'kid', 'kty', 'n', 'use']))
    const discovery = await (await fetch(`${identity.issuer}/.well-known/openid-configuration`)).json()
    expect(discovery).toMatchObject({ issuer: identity.issuer, jwks_uri: jwksUrl })
    expect((await fetch(`${identity.url()}/idp/ap-southeast-1_Other/.well-known/jwks.json`)).status).toBe(404)
  })

  it('expire after 15 minutes', async () => {
    const { session } = await identity.signIn(email)
    identity.clock.advance(15 * 60_000)
    expect((await getUser(accessOf(session))).body).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Access Token has expired',
    })
    expect((await getUser(idOf(session))).body.__type).toBe('NotAuthorizedException')
  })
})

describe('refreshing tokens', () => {
  it('returns new tokens of the same family, and no new refresh token', async () => {
    const { user, session } = await identity.signIn(email)
    const before = claimsOf(accessOf(session))
    const after = claimsOf(accessOf(await refresh(user, session)))
    expect([after.origin_jti, after.auth_time]).toEqual([before.origin_jti, before.auth_time])
    expect(after.jti).not.toBe(before.jti)
    const raw = await byRefreshToken(session.getRefreshToken().getToken(), 'REFRESH_TOKEN')
    expect(Object.keys(raw.body.AuthenticationResult as object).sort()).toEqual([
      'AccessToken',
      'ExpiresIn',
      'IdToken',
      'TokenType',
    ])
    const newer = await identity.post('GetTokensFromRefreshToken', {
      ClientId: CLIENT_ID,
      RefreshToken: session.getRefreshToken().getToken(),
    })
    expect(newer.status).toBe(200)
  })

  it('succeeds for concurrent requests', async () => {
    const { session } = await identity.signIn(email)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => byRefreshToken(session.getRefreshToken().getToken())),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
  })

  it('rejects an unknown token, and any token after 30 days', async () => {
    const { session } = await identity.signIn(email)
    expect((await byRefreshToken('nonsense')).body.message).toBe('Invalid Refresh Token')
    identity.clock.advance(30 * 86_400_000)
    expect((await byRefreshToken(session.getRefreshToken().getToken())).body.message).toBe('Refresh Token has expired')
  })
})

describe('signing out', () => {
  it('ends only this session', async () => {
    const here = await identity.signIn(email)
    const elsewhere = await identity.signIn(email)
    const token = here.session.getRefreshToken().getToken()
    await signOut(here.user)
    expect((await byRefreshToken(token)).body).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
    expect((await getUser(accessOf(here.session))).body.message).toBe('Access Token has been revoked')
    expect((await getUser(accessOf(elsewhere.session))).status).toBe(200)
    const again = await identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: token })
    expect([again.status, again.text]).toEqual([200, '{}'])
  })

  it('rejects an access token', async () => {
    const { session } = await identity.signIn(email)
    const refused = await identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: accessOf(session) })
    expect(refused.body.__type).toBe('UnsupportedTokenTypeException')
  })

  it('rejects a token of another app client', async () => {
    const { session } = await identity.signIn(email)
    const { origin_jti: familyId } = claimsOf(accessOf(session))
    const families = identity.store.collection<{ _id: string }>('families')
    const { matchedCount } = await families.updateOne({ _id: String(familyId) }, { $set: { clientId: 'another' } })
    expect(matchedCount).toBe(1)
    const token = session.getRefreshToken().getToken()
    const refused = await identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: token })
    expect([refused.status, refused.body.__type]).toEqual([400, 'UnauthorizedException'])
  })

  it('everywhere ends every session of this user, but not of others', async () => {
    const other = await identity.confirmed()
    const theirs = await identity.signIn(other.email)
    const [one, two] = [await identity.signIn(email), await identity.signIn(email)]
    await new Promise<void>((resolve, reject) =>
      one.user.globalSignOut({ onSuccess: () => resolve(), onFailure: reject }),
    )
    for (const { session } of [one, two]) {
      expect((await getUser(accessOf(session))).body.message).toBe('Access Token has been revoked')
      expect((await byRefreshToken(session.getRefreshToken().getToken())).body.message).toBe(
        'Refresh Token has been revoked',
      )
    }
    expect(await refusalOf(refresh(theirs.user, theirs.session))).toBe('accepted')
  })
})

describe('a suspended account', () => {
  const DISABLED = 'NotAuthorizedException: User is disabled.'
  const suspend = (id: string) =>
    identity.store
      .collection<{ _id: string }>('users')
      .updateOne({ _id: id }, { $set: { 'facts.suspended': true, userStatus: 'suspended' } })
  const refusal = ({ body }: { body: Record<string, unknown> }) => `${String(body.__type)}: ${String(body.message)}`

  it('is reported as disabled only if the password is correct', async () => {
    const victim = await identity.confirmed()
    await suspend(victim.userId)
    expect(await refusalOf(identity.signIn(victim.email))).toBe(DISABLED)
    expect(await refusalOf(identity.signIn(victim.email, 'Corniche-2027'))).toMatch(/Incorrect username or password/)
  })

  it('cannot refresh tokens or change attributes, but can sign out', async () => {
    const victim = await identity.confirmed()
    const { session } = await identity.signIn(victim.email)
    await suspend(victim.userId)
    const token = session.getRefreshToken().getToken()
    expect(refusal(await byRefreshToken(token))).toBe(DISABLED)
    const newer = await identity.post('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken: token })
    expect(refusal(newer)).toBe(DISABLED)
    const access = accessOf(session)
    const code = { AccessToken: access, AttributeName: 'email' }
    for (const [action, body] of [
      ['GetUser', { AccessToken: access }],
      ['UpdateUserAttributes', { AccessToken: access, UserAttributes: [{ Name: 'nickname', Value: 'F' }] }],
      ['GetUserAttributeVerificationCode', code],
      ['VerifyUserAttribute', { ...code, Code: '123456' }],
    ] as const)
      expect([action, refusal(await identity.post(action, body))]).toEqual([action, DISABLED])
    expect((await identity.post('GlobalSignOut', { AccessToken: access })).status).toBe(200)
  })
})
