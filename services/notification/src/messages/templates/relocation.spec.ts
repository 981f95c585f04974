import { describe, expect, it } from '@jest/globals'
import { RelocationKind } from '@hissa/contracts/tokenisation'
import { address, cancelledMove, declinedMove, english, relocated } from '../../../test/sample-messages.js'
import { renderEndedRelocation, renderRelocation } from './relocation.js'

describe('shares that have moved to another address of their investor', () => {
  it('are described by the new address, and by what happened', () => {
    const texts = RelocationKind.options.map((kind) => renderRelocation(english, { ...relocated, kind }).text)
    for (const text of texts) {
      expect(text).toContain(`Blockchain address: ${address}\nMoved, Dubai time: 22 Nov 2026, 01:05`)
      expect(text).toContain('The share register hasn’t changed.')
      expect(text).toMatch(/If you didn’t .*, reply/)
    }
    expect(new Set(texts).size).toBe(3)
    expect(texts[0]).toContain('Only you have the key to this wallet.')
  })
})

describe('a move of shares that has ended without them', () => {
  it('was declined: nothing has moved, and the investor can ask why', () => {
    const texts = RelocationKind.options.map((kind) => renderEndedRelocation(english, { ...declinedMove, kind }).text)
    for (const text of texts) {
      expect(text).toContain('Nothing has moved')
      expect(text).toContain('Declined, Dubai time: 22 Nov 2026, 01:05')
      expect(text).not.toContain('Blockchain address')
    }
    expect(new Set(texts).size).toBe(3)
  })

  it('was cancelled: the message says where the shares are', () => {
    const texts = RelocationKind.options.map((kind) => renderEndedRelocation(english, { ...cancelledMove, kind }).text)
    for (const text of texts)
      expect(text).toContain(`Blockchain address: ${address}\nCancelled, Dubai time: 22 Nov 2026, 01:05`)
    expect(new Set(texts).size).toBe(3)
  })
})
