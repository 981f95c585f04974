import { describe, expect, it } from '@jest/globals'
import { events, reactions } from '../bus/index.js'
import { asyncApi } from './asyncapi.js'

interface Reference {
  $ref: string
}
interface Document {
  asyncapi: string
  channels: Record<string, { address: string; messages: Record<string, Reference> }>
  operations: Record<string, { action: string; channel: Reference }>
  components: {
    messages: Record<string, { payload: Reference }>
    schemas: Record<string, { properties: object; required: string[] }>
  }
}
const document = asyncApi('1.0.0') as unknown as Document

/** Returns every reference of the document with its target. */
const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ({
  ref,
  target: ref!
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document),
}))

describe('asyncApi', () => {
  it('has one channel, message, schema and send operation for each event', () => {
    const types = events.map(({ type }) => type)
    expect(types.length).toBeGreaterThan(15)
    expect(Object.keys(document.channels)).toEqual(types)
    expect(Object.keys(document.components.messages)).toEqual(types)
    expect(Object.keys(document.components.schemas)).toEqual(types)
    for (const type of types) {
      expect(document.channels[type]!.address).toBe(`hissa.${type}`)
      expect(document.operations[`publish.${type}`]).toMatchObject({ action: 'send' })
      expect(document.components.schemas[type]).toMatchObject({
        properties: { type: { const: type }, data: { type: 'object' } },
        required: expect.arrayContaining(['id', 'type', 'version', 'data']),
      })
    }
  })

  it('has one operation for each consumer', () => {
    const consumers = Object.values(reactions).flatMap(Object.keys)
    const receiving = Object.entries(document.operations).filter(([, { action }]) => action === 'receive')
    expect(receiving.map(([name]) => name)).toEqual(consumers)
  })

  it('resolves every reference and has the members that AsyncAPI 3.0 requires', () => {
    expect(references.filter(({ target }) => target === undefined)).toEqual([])
    expect(document).toMatchObject({ asyncapi: '3.0.0', info: { title: expect.any(String), version: '1.0.0' } })
    for (const { action, channel } of Object.values(document.operations)) {
      expect(['send', 'receive']).toContain(action)
      expect(channel.$ref).toMatch(/^#\/channels\//)
    }
  })
})
