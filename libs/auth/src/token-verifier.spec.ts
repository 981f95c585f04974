import { beforeAll, describe, expect, it } from '@jest/globals'
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { RevocationList } from './revocations.js'
import { TokenVerifier, localKeys, remoteKeys } from './token-verifier.js'

const issuer = 'http://localhost:8080/idp/ap-southeast-1_HissaLocal'
const clientId = 'hissaweb'
let privateKey: CryptoKey
let verifier: TokenVerifier
let jwk: JWK

const idClaims = {
  sub: 'u1',
  token_use: 'id',
  aud: clientId,
  email: 'a@b.test',
  email_verified: true,
  'cognito:groups': ['compliance', 'other'],
}

const sign = (payload: JWTPayload, { iss = issuer, expiresIn = '5m', key = privateKey } = {}) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(iss)
    .setExpirationTime(expiresIn)
    .sign(key)

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  privateKey = pair.privateKey
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256' }
  verifier = new TokenVerifier({ issuer, clientId, keys: localKeys({ keys: [jwk] }) })
})

const refusal = (token: string | undefined, accept?: ('id' | 'access')[]) =>
  verifier.verify(token, accept).then(
    () => 'accepted',
    (error: { code: string; status: number }) => `${error.status} ${error.code}`,
  )

describe('verifying a token', () => {
  it('returns the user, with known roles only', async () => {
    const claims = await verifier.verify(await sign(idClaims))
    expect(claims).toMatchObject({
      userId: 'u1',
      email: 'a@b.test',
      emailVerified: true,
      roles: ['compliance'],
      tokenUse: 'id',
    })
  })

  it('accepts an access token only on request', async () => {
    const token = await sign({ sub: 'u1', token_use: 'access', client_id: clientId })
    expect(await refusal(token)).toBe('401 UNAUTHENTICATED')
    expect((await verifier.verify(token, ['id', 'access'])).tokenUse).toBe('access')
  })

  it('reports an expired session', async () => {
    expect(await refusal(await sign(idClaims, { expiresIn: '-1s' }))).toBe('401 TOKEN_EXPIRED')
  })

  it.each([
    ['nothing', async () => undefined],
    ['malformed text', async () => 'abc'],
    ['another pool', () => sign(idClaims, { iss: 'http://localhost:8080/idp/ap-southeast-1_Other' })],
    ['another client', () => sign({ ...idClaims, aud: 'other' })],
    ['no token_use', () => sign({ sub: 'u1', aud: clientId })],
    ['a key of another pool', async () => sign(idClaims, { key: (await generateKeyPair('RS256')).privateKey })],
    [
      'no signature',
      async () => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...idClaims, iss: issuer, exp: 9e9 }))}.`,
    ],
  ])('rejects a token with %s', async (_, token) => {
    expect(await refusal(await token())).toBe('401 UNAUTHENTICATED')
  })

  it('rejects id and access tokens of a revoked session, and waits for the recent revocations', async () => {
    const list = new RevocationList()
    let replayed = () => {}
    const ready = new Promise<void>((resolve) => {
      replayed = () => {
        list.add([{ sessionId: 's1', revokedAt: new Date(), tokensExpireAt: new Date(Date.now() + 60_000) }])
        resolve()
      }
    })
    const revocations = { ready: () => ready, isRevoked: list.isRevoked.bind(list) }
    const careful = new TokenVerifier({ issuer, clientId, keys: localKeys({ keys: [jwk] }), revocations })
    const code = (claims: JWTPayload) =>
      sign(claims)
        .then((token) => careful.verify(token, ['id', 'access']))
        .then(() => 'accepted', ({ code }: { code: string }) => code) // prettier-ignore
    const early = code({ ...idClaims, origin_jti: 's1' })
    replayed()
    expect(await early).toBe('UNAUTHENTICATED')
    const access = { sub: 'u1', token_use: 'access', client_id: clientId }
    expect(await code({ ...access, origin_jti: 's1' })).toBe('UNAUTHENTICATED')
    expect(await code({ ...access, origin_jti: 's2' })).toBe('accepted')
    expect(await code({ ...idClaims, origin_jti: 's2' })).toBe('accepted')
  })

  it("reports IDENTITY_UNAVAILABLE, not an invalid token, when the keys can't be fetched", async () => {
    const offline = new TokenVerifier({ issuer, clientId, keys: remoteKeys('http://127.0.0.1:9/jwks.json') })
    await expect(offline.verify(await sign(idClaims))).rejects.toMatchObject({
      status: 503,
      code: 'IDENTITY_UNAVAILABLE',
    })
  })
})
