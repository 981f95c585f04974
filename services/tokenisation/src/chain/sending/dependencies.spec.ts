import { describe, expect, it } from '@jest/globals'
import type { Hash } from 'viem'
import type { SenderParts } from './parts.js'
import { dependencyStateOf } from './dependencies.js'

/** Where a transaction is, such as `mined 7 new`: its state, and the number and hash of its block. */
function stateOf(...places: string[]) {
  const rows = places.map((place, index) => {
    const [state, blockNumber, blockHash] = place.split(' ')
    return { _id: `row-${index}`, state, isWatched: true, included: { blockNumber: Number(blockNumber), blockHash } }
  })
  const store = { byIds: async () => rows } as unknown as SenderParts['store']
  const follower = { isCanonical: async (_number: number, hash: Hash) => String(hash) === 'new' }
  return dependencyStateOf(
    { store, follower: follower as SenderParts['follower'] },
    { after: rows.map(({ _id }) => _id) },
  )
}

describe('what a transaction builds on', () => {
  it.each([
    ['nothing', [], 'done'],
    ['blocks of the chain', ['mined 7 new', 'confirmed 8 new'], 'done'],
    ['a block that was removed', ['confirmed 6 old', 'confirmed 7 new'], 'wait'],
    ['a block that was removed at the height of another', ['confirmed 7 old', 'confirmed 7 new'], 'wait'],
    ['the same in another order', ['confirmed 7 new', 'confirmed 7 old'], 'wait'],
    ['one that is on its way', ['confirmed 7 new', 'sent 0 none'], 'wait'],
    ['one that the chain refused', ['confirmed 7 new', 'failed 7 new'], { failed: 'row-1' }],
  ])('is judged by the chain for %s', async (_what, places, expected) =>
    expect(await stateOf(...places)).toEqual(expected),
  )
})
