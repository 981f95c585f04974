import { describe, expect, it } from '@jest/globals'
import { compareReleases, type Call, type HttpOperation, type Release } from './compare-releases.js'
import type { Schema } from './compare-schemas.js'

const text = { type: 'string' }
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})
const call: Call = {
  access: ['finance', 'admin'],
  callers: ['kyc'],
  input: object({ id: text }),
  output: object({ state: { type: 'string', enum: ['open'] } }),
  errors: [{ code: 'GONE', status: 409, members: object({ at: text }) }],
}
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const operation: HttpOperation = {
  parameters: [{ name: 'q', in: 'query', schema: text }],
  requestBody: json({ $ref: '#/components/schemas/Form' }),
  responses: { '200': json(object({ state: { type: 'string', enum: ['open'] } })) },
}
const release = (change: Partial<Release> = {}): Release => ({
  version: '1.0.0',
  events: { 'shop.order.paid.v1': object({ id: text }) },
  calls: { 'shop.read': call },
  http: { paths: { '/orders': { post: operation } }, components: { schemas: { Form: object({ a: text }) } } },
  ...change,
})
const withCall = (change: Partial<Call>) => release({ calls: { 'shop.read': { ...call, ...change } } })
const withOperation = (change: Partial<HttpOperation>) =>
  release({ http: { ...release().http, paths: { '/orders': { post: { ...operation, ...change } } } } })
const breaks = (after: Release) => compareReleases(release(), after)

describe('compareReleases', () => {
  it.each<[string, Release]>([
    ['an unchanged release', release()],
    [
      'a new event, call and operation',
      {
        ...release(),
        events: { ...release().events, 'shop.order.paid.v2': object({ other: text }) },
        calls: { ...release().calls, 'shop.write': call },
      },
    ],
    [
      'an optional field of an event',
      release({ events: { 'shop.order.paid.v1': object({ id: text, at: text }, ['id']) } }),
    ],
    ['another role and caller', withCall({ access: ['finance', 'admin', 'content'], callers: ['kyc', 'property'] })],
    ['an added or removed error', withCall({ errors: [{ code: 'NEW', status: 404 }] })],
    [
      'an optional parameter',
      withOperation({ parameters: [...operation.parameters!, { name: 'r', in: 'query', schema: text }] }),
    ],
    [
      'a value in a response of the HTTP API',
      withOperation({ responses: { '200': json(object({ state: { type: 'string', enum: ['open', 'shut'] } })) } }),
    ],
  ])('accepts %s', (_, after) => expect(breaks(after)).toEqual([]))

  it.each<[string, Release, string]>([
    ['a removed event', release({ events: {} }), 'event shop.order.paid.v1 is no longer published'],
    [
      'a field that stored events lack',
      release({ events: { 'shop.order.paid.v1': object({ id: text, at: text }) } }),
      'event shop.order.paid.v1: /at is required now',
    ],
    [
      'a field that readers of events need',
      release({ events: { 'shop.order.paid.v1': object({ id: text }, []) } }),
      'event shop.order.paid.v1: /id may be absent now',
    ],
    ['a removed call', release({ calls: {} }), 'call shop.read: it was removed'],
    ['a removed role', withCall({ access: ['finance'] }), 'call shop.read: the role admin may no longer call it'],
    ['a call that only services may make', withCall({ access: 'service' }), 'call shop.read: fewer people may call it'],
    ['a removed caller', withCall({ callers: [] }), 'call shop.read: kyc may no longer call it'],
    [
      'a new required input',
      withCall({ input: object({ id: text, b: text }) }),
      'call shop.read: input: /b is required now',
    ],
    [
      'a value that readers of a call reject',
      withCall({ output: object({ state: { type: 'string', enum: ['open', 'shut'] } }) }),
      'call shop.read: output: /state may now be "shut"',
    ],
    [
      'another status of an error',
      withCall({ errors: [{ code: 'GONE', status: 410 }] }),
      'call shop.read: GONE has another status than 409',
    ],
    [
      'a removed member of an error',
      withCall({ errors: [{ code: 'GONE', status: 409 }] }),
      'call shop.read: GONE: /at was removed',
    ],
    ['a new required token', withOperation({ security: [{ idToken: [] }] }), 'POST /orders: it needs a token now'],
    ['a removed parameter', withOperation({ parameters: [] }), 'POST /orders: the parameter q was removed'],
    [
      'a required parameter',
      withOperation({ parameters: [{ name: 'q', in: 'query', required: true, schema: text }] }),
      'POST /orders: the parameter q is required now',
    ],
    ['another status', withOperation({ responses: { '201': json(text) } }), 'POST /orders: it no longer returns 200'],
    [
      'another content type',
      withOperation({ responses: { '200': { content: {} } } }),
      'POST /orders: response 200: application/json is no longer sent',
    ],
    [
      'a body with a new required field',
      release({ http: { ...release().http, components: { schemas: { Form: object({ a: text, b: text }) } } } }),
      'POST /orders: body: /b is required now',
    ],
    ['a removed path', release({ http: { ...release().http, paths: {} } }), 'POST /orders: it was removed'],
  ])('rejects %s', (_, after, sentence) => expect(breaks(after)).toContain(sentence))

  it('lets the next major version change calls and the HTTP API, and retire events', () => {
    expect(breaks(release({ version: '2.0.0', calls: {}, events: {}, http: { paths: {}, components: {} } }))).toEqual(
      [],
    )
    expect(breaks(release({ version: '1.1.0', calls: {} }))).not.toEqual([])
  })

  it('never lets an event change under its type', () => {
    const after = release({ version: '2.0.0', events: { 'shop.order.paid.v1': object({}) } })
    expect(breaks(after)).toContain('event shop.order.paid.v1: /id was removed')
  })
})
