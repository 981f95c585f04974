import { describe, expect, it } from '@jest/globals'
import { Keyring } from '../crypto/keyring.js'
import { codeDigits, issueCode, judgeCode, MAX_ATTEMPTS, type CodeState } from './code.js'

const keys = new Keyring(Buffer.alloc(32, 3))
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours))

describe('a one-time code', () => {
  it('is six digits that differ by user, purpose and issue', () => {
    const codes = [
      codeDigits(keys, 'u1', 'sign-up', 1),
      codeDigits(keys, 'u1', 'sign-up', 2),
      codeDigits(keys, 'u1', 'attribute', 1),
      codeDigits(keys, 'u2', 'sign-up', 1),
    ]
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(4)
    expect(codeDigits(keys, 'u1', 'sign-up', 1)).toBe(codes[0])
  })

  it('is accepted once', () => {
    const first = judgeCode(issueCode(undefined, at(0)), 'sign-up', true, at(1))
    expect(first.verdict).toBe('accepted')
    expect(judgeCode(first.next, 'sign-up', true, at(1)).verdict).toBe('expired')
  })

  it('lives 24 hours, and one hour for a new password', () => {
    const state = issueCode(undefined, at(0))
    expect(judgeCode(state, 'sign-up', true, at(23)).verdict).toBe('accepted')
    expect(judgeCode(state, 'sign-up', true, at(24)).verdict).toBe('expired')
    expect(judgeCode(state, 'reset', true, at(1)).verdict).toBe('expired')
  })

  it('is void after five wrong tries, even for the right digits, until a new one is issued', () => {
    let state: CodeState | undefined = issueCode(undefined, at(0))
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
      const tried = judgeCode(state, 'sign-up', false, at(0))
      expect(tried.verdict).toBe('mismatch')
      state = tried.next
    }
    expect(judgeCode(state, 'sign-up', true, at(0)).verdict).toBe('exhausted')
    const renewed = issueCode(state, at(0))
    expect([renewed.issue, judgeCode(renewed, 'sign-up', true, at(0)).verdict]).toEqual([2, 'accepted'])
  })
})
