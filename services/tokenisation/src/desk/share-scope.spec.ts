import type { ShareAction } from '@hissa/contracts/tokenisation'
import { units } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import type { Freeze } from '../enforcement/enforcement.api.js'
import type { Relocation } from '../relocations/relocations.api.js'
import type { Token } from '../tokens/token.js'
import type { Facts } from './share-action.js'
import { scopeOf } from './share-scope.js'

const [CUSTODY, WALLET, NEXT] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`] as const
const at = new Date('2026-11-23T08:00:00Z')
const facts: Facts = {
  account: { _id: 'u', salt: '0x00', address: WALLET, identity: CUSTODY, state: 'registered', version: 2 },
  freezes: [{ _id: 'f', userId: 'u', propertyId: 'Q', state: 'frozen' } as Freeze],
  relocation: { _id: 'r', userId: 'u', kind: 'own_wallet', from: WALLET, to: NEXT, requestedAt: at } as Relocation,
  isInFlight: false,
  isSuspended: false,
}
const refOf = (propertyId: string) => ({ propertyId, slug: propertyId.toLowerCase(), title: `Home ${propertyId}` })
const tokenOf = (id: string) => [id, { _id: id, slug: id.toLowerCase(), title: `Home ${id}` } as Token] as const
const held = [
  { propertyId: 'P', units: units(3) },
  { propertyId: 'P', units: units(2) },
  { propertyId: 'Q', units: units(4) },
]
const tokens = new Map(['P', 'Q', 'R'].map(tokenOf))
const [p, q] = [
  { property: refOf('P'), units: 5 },
  { property: refOf('Q'), units: 4 },
]

describe('what an action on a shareholder is about', () => {
  it.each<[string, ShareAction, object]>([
    ['a freeze of all', { type: 'freeze' }, { tokens: [p, q] }],
    ['a freeze of one property', { type: 'freeze', propertyId: 'P' }, { property: refOf('P'), tokens: [p] }],
    ['a freeze of what is not held', { type: 'freeze', propertyId: 'R' }, { property: refOf('R'), tokens: [] }],
    ['the end of a freeze', { type: 'unfreeze', freezeId: 'f' }, { property: refOf('Q'), tokens: [q] }],
    ['a move', { type: 'move', relocationId: 'r' }, { tokens: [p, q], to: NEXT }],
    ['a move whose request has ended', { type: 'move', relocationId: 's' }, { tokens: [p, q] }],
    ['a recovery', { type: 'recover' }, { tokens: [p, q], to: CUSTODY }],
  ])('is stated for %s', (_, action, expected) =>
    expect(scopeOf(action, facts, { held, tokens })).toEqual({ from: WALLET, ...expected }),
  )
})
