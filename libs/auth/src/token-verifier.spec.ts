import { beforeAll, describe, expect, it } from '@jest/globals'
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { RevocationList } from './revocations.js'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TokenVerifier, localKeys, remoteKeys, type TokenKeys } from './token-verifier.js'
import { VerifiedTokens } from './verified-tokens.js'

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

describe('a token that was verified before', () => {
  /** Creates a verifier that counts its uses of a key, with a clock and keys that the test can change. */
  function countingVerifier() {
    const state = { uses: 0, fetchedAt: 1 as number | undefined, keys: [jwk], nowMs: Date.now() }
    const list = new RevocationList()
    const keyOf: TokenKeys = (header, token) => {
      state.uses += 1
      return localKeys({ keys: state.keys })(header, token)
    }
    const counting = new TokenVerifier({
      ...{ issuer, clientId },
      keys: Object.assign(keyOf, { fetchedAt: () => state.fetchedAt }),
      revocations: { ready: async () => undefined, isRevoked: list.isRevoked.bind(list) },
      now: () => new Date(state.nowMs),
    })
    const codeOf = (token: string, accept?: ('id' | 'access')[]) =>
      counting.verify(token, accept).then(
        () => 'accepted',
        ({ code }: { code: string }) => code,
      )
    return { state, list, codeOf, verify: counting.verify.bind(counting) }
  }

  it('needs no key again, and has the same claims', async () => {
    const { state, verify } = countingVerifier()
    const token = await sign(idClaims)
    const [first, second] = [await verify(token), await verify(token)]
    expect(second).toEqual(first)
    expect(state.uses).toBe(1)
    await verify(await sign({ ...idClaims, sub: 'u2' }))
    expect(state.uses).toBe(2)
  })

  it('is rejected once it has expired', async () => {
    const { state, codeOf } = countingVerifier()
    const token = await sign(idClaims, { expiresIn: '5m' })
    expect(await codeOf(token)).toBe('accepted')
    state.nowMs += 6 * 60_000
    expect(await codeOf(token)).toBe('TOKEN_EXPIRED')
  })

  it('is rejected once its session is revoked', async () => {
    const { list, codeOf } = countingVerifier()
    const token = await sign({ ...idClaims, origin_jti: 's1' })
    expect(await codeOf(token)).toBe('accepted')
    list.add([{ sessionId: 's1', revokedAt: new Date(), tokensExpireAt: new Date(Date.now() + 60_000) }])
    expect(await codeOf(token)).toBe('UNAUTHENTICATED')
  })

  it('is accepted only where its kind is', async () => {
    const { codeOf } = countingVerifier()
    const token = await sign({ sub: 'u1', token_use: 'access', client_id: clientId })
    expect(await codeOf(token, ['id', 'access'])).toBe('accepted')
    expect(await codeOf(token)).toBe('UNAUTHENTICATED')
  })

  it('is rejected when its key was withdrawn, as soon as the keys were fetched again', async () => {
    const { state, codeOf } = countingVerifier()
    const token = await sign(idClaims)
    expect(await codeOf(token)).toBe('accepted')
    state.keys = [{ ...jwk, kid: 'k2' }]
    expect(await codeOf(token)).toBe('accepted')
    state.fetchedAt = 2
    expect(await codeOf(token)).toBe('UNAUTHENTICATED')
  })

  it('is verified again while the keys must be fetched', async () => {
    const { state, codeOf } = countingVerifier()
    const token = await sign(idClaims)
    state.fetchedAt = undefined
    expect([await codeOf(token), await codeOf(token), state.uses]).toEqual(['accepted', 'accepted', 2])
  })

  it('is not stored if the keys were fetched during its verification', async () => {
    let version = 1
    const tokens = new VerifiedTokens(() => version)
    const claims = await verifier.verify(await sign(idClaims))
    await tokens.get('t', async () => {
      version = 2
      return claims
    })
    expect(tokens.size).toBe(0)
  })

  it('is evicted once many others have been verified', async () => {
    const tokens = new VerifiedTokens(() => 1, 3)
    const claims = await verifier.verify(await sign(idClaims))
    let verified = 0
    const get = (token: string) => tokens.get(token, async () => ((verified += 1), claims))
    for (const token of ['a', 'b', 'c', 'd']) await get(token)
    expect(tokens.size).toBe(3)
    await get('d')
    await get('a')
    expect(verified).toBe(5)
  })
})

describe('keys of a pool', () => {
  it('state when they were fetched', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const keys = remoteKeys(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(keys.fetchedAt!()).toBeUndefined()
    const remote = new TokenVerifier({ issuer, clientId, keys })
    await remote.verify(await sign(idClaims))
    expect(keys.fetchedAt!()).toEqual(expect.any(Number))
    server.close()
  })
})
