import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { payByCard } from '@hissa/testing-driver'
import { answerQuestions } from './support/answer-questions.js'
import { generateBuyer } from './support/generated-client.js'
import { startTestPlatform, type TestPlatform } from './support/platform.js'

const SCHEMAS = join(import.meta.dirname, '../../libs/contracts/schemas')
const committed = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(SCHEMAS, name), 'utf8'))

describe('the published descriptions of the platform', () => {
  let platform: TestPlatform

  beforeAll(async () => {
    platform = await startTestPlatform()
  })

  afterAll(() => platform.stop())

  const get = (path: string) => fetch(`${platform.baseUrl}${path}`)

  it('include the committed OpenAPI document', async () => {
    expect(await (await get('/api/openapi.json')).json()).toEqual(await committed('openapi.json'))
  })

  it('let a client that is generated from OpenAPI buy a share', async () => {
    const buyer = await generateBuyer(`${platform.baseUrl}/api/openapi.json`)
    try {
      const ids = await platform.seedAccounts([
        {
          email: 'buyer@example.com',
          password: 'Salt-and-Verifier-7',
          fullName: 'Sara Nasser',
          status: 'kyc_complete',
        },
      ])
      await platform.moveClock(0)
      const token = await platform.signToken({ sub: ids['buyer@example.com'], email: 'buyer@example.com' })
      await answerQuestions(platform.baseUrl, token)
      const { orderId } = await buyer.run(platform.baseUrl, token, async (url) => {
        expect(await payByCard(url)).toMatchObject({ outcome: 'paid' })
      })
      const answer = await fetch(`${platform.baseUrl}/api/orders/${orderId}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await answer.json()).toMatchObject({ order: { state: 'paid', units: 20, amountFils: 200_000 } })
    } finally {
      await buyer.remove()
    }
  })

  it('show the API reference without requests to another host', async () => {
    const page = await get('/api/docs')
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/(src|href)="https?:/)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('include the committed AsyncAPI document', async () => {
    expect(await (await get('/api/asyncapi.json')).json()).toEqual(await committed('asyncapi.json'))
  })

  it('include the configuration that the web needs, without secrets', async () => {
    const config = (await (await get('/config.json')).json()) as Record<string, unknown>
    expect(Object.keys(config).sort()).toEqual(
      [
        ...['chainId', 'clientMoneyBank', 'companyLine', 'complaintsAnswerDays', 'contactEmail', 'idp', 'publicUrl'],
        ...['region', 'regulatorLine', 'sandbox'],
        ...['stripeJsUrl', 'stripePublishableKey', 'version'],
      ].sort(),
    )
    expect(JSON.stringify(config)).not.toMatch(/secret|sk_test|whsec/i)
  })

  it('have headers that block other origins', async () => {
    for (const path of ['/api/properties', '/config.json', '/nowhere']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
})
