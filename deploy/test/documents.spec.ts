import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CALLS } from './support/calls.js'
import { startTestPlatform, type TestPlatform } from './support/platform.js'

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, { requestBody?: unknown; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, unknown> }
}

describe('what the platform says of itself', () => {
  let platform: TestPlatform

  beforeAll(async () => {
    platform = await startTestPlatform()
  })

  afterAll(() => platform.stop())

  const get = (path: string) => fetch(`${platform.baseUrl}${path}`)

  it('describes every call of the journey in OpenAPI, with the shapes of the contracts', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as OpenApi
    expect(document.openapi).toMatch(/^3\./)
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const shapeOf = (path: string) => new RegExp(`^/api${path.split('?')[0]!.replaceAll('none', '\\{\\w+\\}')}$`)
    const missing = CALLS.filter(({ method, path }) =>
      described.every((one) => !(one.startsWith(`${method} `) && shapeOf(path).test(one.split(' ')[1]!))),
    )
    expect(missing).toEqual([])
    expect(JSON.stringify(document.paths['/api/profile']!['put']!.requestBody)).toContain('schema')
    expect(JSON.stringify(document.paths['/api/properties']!['get']!.responses)).toContain('scannedCount')
  })

  it('shows the reference to people without asking another host', async () => {
    const page = await get('/api/docs')
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/(src|href)="https?:/)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('lists every event in AsyncAPI, each with the shape of its data', async () => {
    const document = (await (await get('/api/asyncapi.json')).json()) as {
      asyncapi: string
      channels: Record<string, { address: string }>
      components: { messages: Record<string, { payload: { type: string } }> }
    }
    expect(document.asyncapi).toBe('3.0.0')
    expect(document.channels['investment.order.paid.v1']?.address).toBe('hissa.investment.order.paid.v1')
    for (const message of Object.values(document.components.messages)) expect(message.payload.type).toBe('object')
  })

  it('says in its configuration what the web needs, and nothing secret', async () => {
    const config = (await (await get('/config.json')).json()) as Record<string, unknown>
    expect(Object.keys(config).sort()).toEqual(
      [
        ...['chainId', 'contactEmail', 'idp', 'publicUrl', 'region', 'regulatorLine', 'sandbox'],
        ...['stripePublishableKey', 'version'],
      ].sort(),
    )
    expect(JSON.stringify(config)).not.toMatch(/secret|sk_test|whsec/i)
  })

  it('answers with headers that keep strangers out', async () => {
    for (const path of ['/api/properties', '/config.json', '/nowhere']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
})
