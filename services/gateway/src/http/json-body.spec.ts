import { operations } from '@hissa/contracts/http'
import { describe, expect, it } from '@jest/globals'
import { fastify } from 'fastify'
import * as z from 'zod/mini'
import { JsonBody, sendJsonBodies } from './json-body.js'

const calls = [...new Set(operations.flatMap((operation) => operation.calls))]

describe('the output of a call', () => {
  it.each(calls.map((call) => [call.name, call] as const))(
    'of %s is an object without the member success',
    (_, call) => {
      const schema = z.toJSONSchema(call.output, { unrepresentable: 'any' })
      const forms = (schema.anyOf ?? schema.oneOf ?? [schema]) as { type?: string; properties?: object }[]
      for (const { type, properties } of forms) {
        expect(type).toBe('object')
        expect(Object.keys(properties ?? {})).not.toContain('success')
      }
    },
  )
})

describe('a response body', () => {
  it('is sent as its bytes are, with the type of JSON', async () => {
    const server = fastify()
    sendJsonBodies(server)
    server.get('/bytes', async () => new JsonBody(Buffer.from('{"text":"\\u00e9"}')))
    server.get('/object', async () => ({ text: 'é' }))
    const [bytes, object] = [await server.inject('/bytes'), await server.inject('/object')]
    expect([bytes.body, object.body]).toEqual(['{"text":"\\u00e9"}', '{"text":"é"}'])
    expect(bytes.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(bytes.headers['content-length']).toBe(String(bytes.rawPayload.length))
  })
})
