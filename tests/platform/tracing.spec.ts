import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { until } from '@hissa/testing-helpers'
import { SpanKind } from '@hissa/kernel'
import { answerQuestions } from './support/answer-questions.js'
import { startTestPlatform, type TestPlatform } from './support/platform.js'

const { SERVER, CLIENT, PRODUCER, CONSUMER } = SpanKind
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }

let platform: TestPlatform
let token: string
let propertyId: string
const exporter = new InMemorySpanExporter()

/** Returns a separate provider for each service; all write to the same memory. */
const providerOf = (service: string) =>
  new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new SimpleSpanProcessor({ exporter: shared })],
  })

// A service that shuts down must not shut down the shared memory.
const shared = {
  export: (...given: Parameters<InMemorySpanExporter['export']>) => exporter.export(...given),
  shutdown: async () => undefined,
}

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(platform.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  platform = await startTestPlatform((service) => ({ tracerProvider: providerOf(service) }))
  const email = 'alice@example.com'
  const ids = await platform.seedAccounts([
    { email, password: 'Salt-and-Verifier-7', fullName: 'Alice Haddad', status: 'kyc_complete' },
  ])
  token = await platform.signToken({ sub: ids[email], email })
  const list = await fetch(`${platform.baseUrl}/api/properties?status=active&limit=1`)
  propertyId = ((await list.json()) as { properties: { propertyId: string }[] }).properties[0]!.propertyId
  await platform.moveClock(0)
  const shown = await fetch(`${platform.baseUrl}/api/disclosures?propertyId=${propertyId}&locale=en`)
  const { documents } = (await shown.json()) as { documents: { id: string; version: number; hash: string }[] }
  const read = documents.map(({ id, version, hash }) => ({ documentId: id, version, hash }))
  await answerQuestions(platform.baseUrl, token)
  await send('/api/disclosures/acceptances', { propertyId, locale: 'en', documents: read })
})
afterAll(() => platform.stop())

const spans = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === CALLER.traceId)
const find = (service: string, kind: SpanKind | undefined, name: string): ReadableSpan | undefined =>
  spans().find(
    (span) =>
      span.name === name &&
      span.resource.attributes['service.name'] === service &&
      (kind === undefined || span.kind === kind),
  )
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId

describe('the trace of an order', () => {
  it('runs from the request through the call, the ledger and the processor to the event and its handler', async () => {
    const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`
    const answer = await send('/api/create-checkout-session', { amount: 2000, propertyId }, { traceparent })
    expect(answer.status).toBe(200)
    await until(() => find('property', CONSUMER, 'handle investment.raise.progressed.v1') !== undefined)
    await until(() => find('gateway', SERVER, 'POST /api/create-checkout-session') !== undefined)

    const request = find('gateway', SERVER, 'POST /api/create-checkout-session')
    const call = find('gateway', CLIENT, 'investment.placeOrder')
    const placed = find('investment', SERVER, 'investment.placeOrder')
    const inside = {
      ledger: find('investment', undefined, 'ledger commit'),
      stripe: find('investment', CLIENT, 'stripe openCheckout'),
    }
    const published = find('investment', PRODUCER, 'publish investment.raise.progressed.v1')
    const handled = find('property', CONSUMER, 'handle investment.raise.progressed.v1')
    expect(parentOf(request)).toBe(CALLER.spanId)
    expect(parentOf(call)).toBe(idOf(request))
    expect(parentOf(placed)).toBe(idOf(call))
    expect([parentOf(inside.ledger), parentOf(inside.stripe)]).toEqual([idOf(placed), idOf(placed)])
    expect([parentOf(published), parentOf(handled)]).toEqual([idOf(inside.ledger), idOf(inside.ledger)])
  })

  it('contains ids, codes and names of routes, but no personal data, amounts or tokens', () => {
    const recorded = JSON.stringify(
      spans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    )
    expect(recorded).not.toMatch(/alice|Haddad|Bearer|2000|sk_test|127\.0\.0\.1/i)
  })
})

describe('the trace of a sign-up', () => {
  it('runs through the user pool and the event to the message', async () => {
    const traceId = 'a'.repeat(32)
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      traceparent: `00-${traceId}-${CALLER.spanId}-01`,
    }
    await send('/idp/', { ClientId: 'hissaweb', Username: 'alice@example.com' }, headers)
    const named = (service: string, name: string) =>
      exporter
        .getFinishedSpans()
        .find(
          (span) =>
            span.spanContext().traceId === traceId &&
            span.name === name &&
            span.resource.attributes['service.name'] === service,
        )
    await until(() => named('notification', 'send code') !== undefined)
    await until(() => named('gateway', 'POST /idp') !== undefined)
    expect(parentOf(named('identity', 'POST /idp'))).toBe(idOf(named('gateway', 'POST /idp')))
    const handled = named('notification', 'handle identity.code.requested.v1')
    expect(parentOf(handled)).toBe(idOf(named('identity', 'POST /idp')))
    expect(parentOf(named('notification', 'send code'))).toBe(idOf(handled))
    expect(parentOf(named('identity', 'identity.getCode'))).toBe(idOf(named('notification', 'identity.getCode')))
  })
})
