import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

const PER_MINUTE = 10
const CHALLENGE = { address: '0x00000000000000000000000000000000000000D7' }
const PROOF = { challengeId: 'challenge', signature: `0x${'5d'.repeat(65)}` }

let gateway: Harness
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const post = (path: string, body: unknown, token?: string) =>
  fetch(`${gateway.baseUrl}/api/wallet/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })

describe('the limit of messages and signatures of wallets', () => {
  it('counts both for each caller, and nothing else', async () => {
    const [sara, omar] = [gateway.token('sara'), gateway.token('omar')]
    for (let index = 0; index < PER_MINUTE / 2; index += 1) {
      // No service responds in this test.
      expect((await post('challenges', CHALLENGE, sara)).status).toBe(503)
      expect((await post('proofs', PROOF, sara)).status).toBe(503)
    }
    const refused = await post('%63hallenges', CHALLENGE, sara)
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      `"wallet-proofs";q=${PER_MINUTE};w=60`,
    ])
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await post('proofs', PROOF, sara)).status).toBe(429)
    expect((await post('return', {}, sara)).status).toBe(503)
    expect((await post('challenges', CHALLENGE, omar)).status).toBe(503)
  })

  it('does not count requests without a valid token, which no service receives', async () => {
    for (let index = 0; index <= PER_MINUTE; index += 1) expect((await post('challenges', CHALLENGE)).status).toBe(401)
  })
})

describe('a wallet', () => {
  it.each([
    ['an address that is too short', 'challenges', { address: '0x12' }],
    ['a signature that is not hexadecimal', 'proofs', { ...PROOF, signature: 'signed' }],
    ['a signature of more than two kilobytes', 'proofs', { ...PROOF, signature: `0x${'5d'.repeat(2_049)}` }],
  ])('is rejected with %s before a service is called', async (_name, path, body) => {
    const answer = await post(path, body, gateway.token('lina'))
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})
