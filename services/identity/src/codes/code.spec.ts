import { describe, expect, it } from '@jest/globals'
import { Keyring } from '../crypto/keyring.js'
import type { CodePurpose } from '@hissa/contracts/identity'
import { closeCode, codeDigits, issueCode, judgeCode, type CodeState } from './code.js'

const keys = new Keyring(Buffer.alloc(32, 3))
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours))

describe('one-time code', () => {
  it('has six digits that depend on user, purpose and issue', () => {
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

  const right = { counted: true, matches: true }
  const judge = (state: CodeState | undefined, attempt = right, hours = 0, purpose: CodePurpose = 'sign-up') =>
    judgeCode(state, purpose, attempt, at(hours))

  it('is accepted once', () => {
    const first = issueCode(undefined, at(0))
    expect(judge(first, right, 1)).toBe('accepted')
    expect(judge(closeCode(first), right, 1)).toBe('expired')
    expect(judge(undefined)).toBe('expired')
  })

  it('is valid for 24 hours, and for one hour to reset a password', () => {
    const state = issueCode(undefined, at(0))
    expect(judge(state, right, 23)).toBe('accepted')
    expect(judge(state, right, 24)).toBe('expired')
    expect(judge(state, right, 1, 'reset')).toBe('expired')
  })

  it('is rejected if it does not match, and always after the last attempt', () => {
    const state = issueCode(undefined, at(0))
    expect(judge(state, { counted: true, matches: false })).toBe('mismatch')
    expect([true, false].map((matches) => judge(state, { counted: false, matches }))).toEqual([
      'exhausted',
      'exhausted',
    ])
  })

  it('has all attempts again with the next issue', () => {
    expect(issueCode({ ...issueCode(undefined, at(0)), attempts: 5, open: false }, at(1))).toEqual({
      issue: 2,
      issuedAt: at(1),
      attempts: 0,
      open: true,
    })
  })
})
