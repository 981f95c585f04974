import { describe, expect, it } from '@jest/globals'
import { keccak256, toBytes } from 'viem'
import { commitmentKey, commitmentOf } from './commitment.js'

const key = commitmentKey(Buffer.alloc(32, 7))

describe('commitmentOf', () => {
  it('is the same for the same value and key', () => {
    expect(commitmentOf(key, 'claim', 'user-1')).toBe(
      commitmentOf(commitmentKey(Buffer.alloc(32, 7)), 'claim', 'user-1'),
    )
    expect(commitmentOf(key, 'claim', 'user-1')).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('can’t be computed from the value, nor with the key of another deployment', () => {
    const commitment = commitmentOf(key, 'claim', 'user-1')
    expect(commitment).not.toBe(keccak256(toBytes('user-1')))
    expect(commitment).not.toBe(keccak256(toBytes('claim:user-1')))
    expect(commitment).not.toBe(commitmentOf(commitmentKey(Buffer.alloc(32, 8)), 'claim', 'user-1'))
  })

  it('differs by purpose and value', () => {
    const all = [commitmentOf(key, 'claim', 'a'), commitmentOf(key, 'claim', 'b'), commitmentOf(key, 'mint', 'a')]
    expect(new Set(all).size).toBe(3)
  })
})
