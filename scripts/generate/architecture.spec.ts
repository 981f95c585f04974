import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { withGraph } from './architecture.js'
import { type PlatformGraph, platformGraph } from './platform-graph.js'

const document = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')

const graph: PlatformGraph = {
  services: [
    { name: 'shop', needs: ['mongodb', 'payments'] },
    { name: 'door', needs: ['redis'] },
  ],
  calls: [{ from: 'door', to: 'shop', names: ['shop.buy', 'shop.list'] }],
  events: [
    { type: 'shop.order.paid.v1', publisher: 'shop', consumers: ['door'], listeners: ['shop', 'door'] },
    { type: 'shop.order.lost.v1', publisher: 'shop', consumers: [], listeners: [] },
  ],
}
const EMPTY = document.replace(/(<!-- generated[^>]*-->)[\s\S]*(<!-- end)/, '$1$2')

describe('docs/architecture.md', () => {
  it('shows each call, event and store of a graph', () => {
    const written = withGraph(EMPTY, graph)
    expect(written).toContain('door -- "buy, list" --> shop')
    expect(written).toContain('shop -. "1 event" .-> door')
    expect(written).toContain('shop ==> db_shop')
    expect(written).toContain('shop ==> payments')
    expect(written).toContain('| `shop.order.paid.v1` | door | every service |')
    expect(written).toContain('| `shop.order.lost.v1` | – | – |')
  })

  it('changes with the graph, and nothing outside the markers does', () => {
    const written = withGraph(document, graph)
    expect(written).not.toBe(document)
    expect(written.replace(/(<!-- generated[^>]*-->)[\s\S]*(<!-- end)/, '$1$2')).toBe(EMPTY)
    expect(() => withGraph('no markers', graph)).toThrow('has lost its markers')
  })
})

describe('the graph', () => {
  const { services, calls, events } = platformGraph()

  it('has a database for every service but the gateway', () => {
    expect(services.filter(({ needs }) => !needs.includes('mongodb')).map(({ name }) => name)).toEqual(['gateway'])
    expect(services.find(({ name }) => name === 'notification')!.needs).toEqual(['mongodb', 'redis', 'mail'])
  })

  it('knows who makes a call and who consumes an event', () => {
    expect(calls).toContainEqual({
      from: 'kyc',
      to: 'identity',
      names: expect.arrayContaining(['identity.getSubjectFacts']),
    })
    const paid = events.find(({ type }) => type === 'investment.order.paid.v1')
    expect(paid).toEqual({
      type: 'investment.order.paid.v1',
      publisher: 'investment',
      consumers: ['identity', 'notification'],
      listeners: ['gateway'],
    })
  })
})
