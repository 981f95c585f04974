import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

const PER_MINUTE = 5
const READINGS_PER_MINUTE = 6

let gateway: Harness
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const add = async (path: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const { status, headers: got } = await fetch(`${gateway.baseUrl}/api/${path}`, { method: 'POST', headers })
  return { status, policy: got.get('ratelimit-policy') }
}

describe('the limit of card set-ups', () => {
  it('counts them for each caller, in any spelling of the path, and nothing else', async () => {
    const [sara, omar] = [gateway.token('sara'), gateway.token('omar')]
    // No service responds in this test.
    for (let index = 0; index < PER_MINUTE; index += 1) expect((await add('add-payment-method', sara)).status).toBe(503)
    const refused = { status: 429, policy: `"card-setups";q=${PER_MINUTE};w=60` }
    expect(await add('add-payment-method', sara)).toEqual(refused)
    expect(await add('%61dd-payment-method/', sara)).toEqual(refused)
    expect((await add('payment-methods/pm_1/removal', sara)).status).toBe(503)
    expect((await add('add-payment-method', omar)).status).toBe(503)
  })
})

describe('the limit of document readings', () => {
  it('counts them for each caller, so that one cannot occupy the reading thread, and no other call of kyc', async () => {
    const [sara, omar] = [gateway.token('sara'), gateway.token('omar')]
    for (let index = 0; index < READINGS_PER_MINUTE; index += 1)
      expect((await add('kyc/read', sara)).status).not.toBe(429)
    const refused = { status: 429, policy: `"document-readings";q=${READINGS_PER_MINUTE};w=60` }
    expect(await add('kyc/read', sara)).toEqual(refused)
    expect(await add('kyc/re%61d/', sara)).toEqual(refused)
    expect((await add('kyc/start', sara)).status).not.toBe(429)
    expect((await add('kyc/read', omar)).status).not.toBe(429)
  })
})
