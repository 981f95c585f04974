import { describe, expect, it } from '@jest/globals'
import { type ClassRow, classAt } from './class.store.js'

const at = new Date('2026-12-04T00:00:00.000Z')
const row = (expiresAt?: Date): ClassRow => ({
  ...{ _id: 'u1', investorClass: 'professional', decidedAt: at, maker: 'm', checker: 'c', version: 1 },
  decision: { rule: 'platform.classification', version: 1, allowed: true, inputs: {} },
  ...(expiresAt ? { expiresAt } : {}),
})

describe('the class of an investor', () => {
  it('is retail without a decision, and from the moment the class expires', () => {
    expect(classAt(undefined, at)).toBe('retail')
    expect(classAt(row(), at)).toBe('professional')
    expect(classAt(row(new Date(at.getTime() + 1)), at)).toBe('professional')
    expect(classAt(row(at), at)).toBe('retail')
  })
})
