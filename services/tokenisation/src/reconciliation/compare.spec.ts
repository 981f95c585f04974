import { describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import type { SettledReceipt } from '../chain/chain.api.js'
import { byInvestor, compare, expectedOnChain, expectedOnRegister } from './compare.js'
import type { MirroredTransfer } from './transfers.js'

const transfer = (fromUserId: string, toUserId: string, count: number, blockNumber?: number): MirroredTransfer => ({
  ...{ fromUserId, toUserId, units: units(count) },
  ...(blockNumber !== undefined && { receipt: { blockNumber } as SettledReceipt }),
})

describe('byInvestor', () => {
  it('adds up the open addresses of an investor, and leaves closed and unknown ones apart', () => {
    const known = new Map([
      ['0xa', { userId: 'ann', state: 'open' }],
      ['0xb', { userId: 'ann', state: 'open' }],
      ['0xc', { userId: 'ann', state: 'closed' }],
      ['0xd', { userId: 'bob', state: 'requested' }],
    ] as const)
    const balances = new Map([...known.keys(), '0xe' as const].map((address, n) => [address, 2 ** n] as const))
    const held = byInvestor(balances, known)
    expect(Object.fromEntries(held)).toEqual({ ann: 3, '0xc': 4, '0xd': 8, '0xe': 16 })
  })
})

describe('what is expected', () => {
  const issued = new Map([
    ['ann', 5],
    ['bob', 2],
  ])
  const transfers = [transfer('ann', 'bob', 3, 10), transfer('ann', 'eve', 1, 11), transfer('bob', 'eve', 1)]

  it('on the chain has the transfers that were carried out by the block', () => {
    expect(Object.fromEntries(expectedOnChain(issued, transfers, 9))).toEqual({ ann: 5, bob: 2 })
    expect(Object.fromEntries(expectedOnChain(issued, transfers, 10))).toEqual({ ann: 2, bob: 5 })
    expect(Object.fromEntries(expectedOnChain(issued, transfers, 11))).toEqual({ ann: 1, bob: 5, eve: 1 })
  })

  it('on the register has every transfer, because the register decides them', () => {
    expect(Object.fromEntries(expectedOnRegister(issued, transfers))).toEqual({ ann: 1, bob: 4, eve: 2 })
  })
})

describe('compare', () => {
  it('finds shares that two investors have swapped, and nothing if all agree', () => {
    const here = new Map([
      ['ann', 5],
      ['bob', 0],
    ])
    expect(compare('chain', new Map([['ann', 5]]), here)).toBeUndefined()
    expect(compare('chain', new Map([['bob', 5]]), here)).toMatchObject({ unitsDifference: 0, holders: 2 })
  })
})
