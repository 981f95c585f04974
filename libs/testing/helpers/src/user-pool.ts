import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ISSUER = 'http://localhost:8080/idp/pool'
const CLIENT_ID = 'hissaweb'

/** Starts a user pool for token verification: publishes a key and signs tokens with it. */
export async function startPool() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (sub: string, groups: string[] = []) => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      sub,
      iss: ISSUER,
      aud: CLIENT_ID,
      token_use: 'id',
      iat: now,
      exp: now + 600,
      auth_time: now,
      'cognito:username': sub,
      'cognito:groups': groups,
    }
    const unsigned = `${part({ alg: 'RS256', kid: 'k1' })}.${part(claims)}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
  }
  return {
    env: { JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`, ISSUER, CLIENT_ID },
    token,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
