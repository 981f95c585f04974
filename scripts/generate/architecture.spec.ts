import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { PlatformGraph } from '@hissa/messaging/bus'
import { withGraph } from './architecture.js'

const document = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
const REGION = /(<!-- generated[^>]*-->)[\s\S]*(<!-- end)/
const EMPTY = document.replace(REGION, '$1$2')

const graph: PlatformGraph = {
  services: [
    { name: 'investment', summary: 'Sells.', isPublic: false },
    { name: 'notification', summary: 'Writes.', isPublic: false },
    { name: 'gateway', summary: 'Opens.', isPublic: true },
  ],
  calls: [
    { from: 'gateway', to: 'investment', calls: ['investment.buy', 'investment.list', 'investment.health'] },
    { from: 'gateway', to: 'notification', calls: ['notification.health'] },
  ],
  events: [
    { from: 'investment', to: 'notification', type: 'investment.order.paid.v1', consumer: 'tell' },
    { from: 'investment', to: 'gateway', type: 'investment.order.paid.v1' },
  ],
  stores: [
    { service: 'investment', need: 'mongodb', collections: ['orders', 'raises'] },
    { service: 'investment', need: 'payments' },
  ],
}
const written = withGraph(EMPTY, graph, ['investment.order.paid.v1', 'investment.order.lost.v1'])

describe('the generated part of docs/architecture.md', () => {
  it.each([
    'browser([Browser, integrator]) --> gateway',
    'gateway -- "buy, list" --> investment',
    'investment -. "1 event" .-> notification',
    'investment ==> db_investment',
    'investment ==> payments',
    'payments == webhook ==> gateway',
    '| investment | Sells. | `orders`, `raises` |',
    '| gateway | investment | `buy`, `list` |',
    '| `investment.order.paid.v1` | notification | gateway |',
    '| `investment.order.lost.v1` | – | – |',
  ])('has the line %s', (line) => expect(written.split('\n').map((each) => each.trim())).toContain(line))

  it('omits health calls', () => expect(written.match(REGION)![0]).not.toContain('health'))

  it('replaces nothing outside its markers', () => {
    expect(written).not.toBe(document)
    expect(written.replace(REGION, '$1$2')).toBe(EMPTY)
    expect(() => withGraph('no markers', graph)).toThrow('has no markers')
  })
})
