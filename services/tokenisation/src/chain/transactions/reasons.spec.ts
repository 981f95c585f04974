import { describe, expect, it } from '@jest/globals'
import { encodeErrorResult, parseAbi } from 'viem'
import { reasonOf } from './reasons.js'

const abi = parseAbi(['error CapExceeded(uint256 cap, uint256 wanted)', 'error Paused()'])

describe('reasonOf', () => {
  it('names the contract’s error with its arguments', () => {
    const data = encodeErrorResult({ abi, errorName: 'CapExceeded', args: [100n, 101n] })
    expect(reasonOf(data, abi)).toEqual({ code: 'CapExceeded', detail: '100, 101' })
    expect(reasonOf(encodeErrorResult({ abi, errorName: 'Paused' }), abi)).toEqual({ code: 'Paused' })
  })

  it('shortens a text of the contract', () => {
    const text = parseAbi(['error Error(string)'])
    const data = encodeErrorResult({ abi: text, errorName: 'Error', args: ['x'.repeat(999)] })
    expect(reasonOf(data, abi)).toEqual({ code: 'REQUIRE', detail: 'x'.repeat(200) })
  })

  it.each([[undefined], ['0x' as const]])('has only a code for a revert with %p', (data) => {
    expect(reasonOf(data, abi)).toEqual({ code: 'REVERTED' })
  })

  it('keeps the data of an unknown error', () => {
    expect(reasonOf('0xdeadbeef', abi)).toEqual({ code: 'REVERTED', detail: '0xdeadbeef' })
  })
})
