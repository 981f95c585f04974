import { describe, expect, it } from '@jest/globals'
import { TransferBasis } from '@hissa/contracts/investment'
import { arabic, english, received, sent } from '../../../test/sample-messages.js'
import { renderTransfer } from './transfer.js'

describe('a transfer of shares', () => {
  it('states which shares, on which grounds and when, and what to do if it is unexpected', () => {
    const { subject, text } = renderTransfer(english, received)
    expect(subject).toBe('Shares of Al Reem 2 bed were transferred to you')
    expect(text).toContain(
      'Property: Al Reem 2 bed\nShares: 7\nReason: Inheritance\nTransferred, Dubai time: 22 Nov 2026',
    )
    expect(text).toContain('If you didn’t expect this transfer, reply to this email.')
    const out = renderTransfer(english, sent)
    expect(out.subject).toBe('Shares of Al Reem 2 bed were transferred to another investor')
    expect(out.text).toContain('Reason: Court order')
    expect(out.text).toContain('If you didn’t expect this transfer, reply at once.')
  })

  it('has its own words for every basis of the contract, in each language', () => {
    for (const reader of [english, arabic]) {
      const reasons = TransferBasis.options.map((basis) => renderTransfer(reader, { ...sent, basis }).text)
      expect(new Set(reasons).size).toBe(TransferBasis.options.length)
    }
  })

  it('names no other investor and no amount of money', () => {
    for (const mail of [renderTransfer(english, received), renderTransfer(english, sent)])
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/AED|t-1/)
  })
})
