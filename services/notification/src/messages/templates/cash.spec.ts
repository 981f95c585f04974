import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { arabic, code, english, publicUrl } from '../../../test/sample-messages.js'
import { renderBankAccountCode, renderWithdrawal } from './cash.js'

const withdrawal = {
  ...{ withdrawalId: '0191b7aa-7b2c-7d3e-9f4a-5b6c7d8e9f0a', amountFils: fils(50_050), publicUrl },
  at: new Date('2026-11-21T21:05:00Z'),
}
const TEMPLATES = [
  ...(['withdrawal-requested', 'withdrawal-sent', 'withdrawal-paid'] as const),
  ...(['withdrawal-rejected', 'withdrawal-returned'] as const),
]

describe('an email about a withdrawal', () => {
  it('states amount, reference and time, and links to the cash', () => {
    const { subject, text } = renderWithdrawal(english, { ...withdrawal, template: 'withdrawal-paid' })
    expect(subject).toBe('AED 500.50 was paid to your bank account')
    expect(text).toContain('Amount: AED 500.50\nReference: HW-7D8E9F0A\nTime in Dubai: 22 Nov 2026')
    expect(text).toContain(`${publicUrl}/cash`)
    const inArabic = renderWithdrawal(arabic, { ...withdrawal, template: 'withdrawal-paid' }).text
    expect(inArabic).toContain(`${publicUrl}/ar/signin?next=%2Fcash`)
  })

  it('has its own words for every step, in each language', () => {
    for (const reader of [english, arabic]) {
      const mails = TEMPLATES.map((template) => renderWithdrawal(reader, { ...withdrawal, template }))
      expect(new Set(mails.map(({ subject }) => subject)).size).toBe(TEMPLATES.length)
      expect(new Set(mails.map(({ text }) => text)).size).toBe(TEMPLATES.length)
    }
  })
})

describe('the code of a bank account', () => {
  it('names the account by its masked number, and what to do if it is unexpected', () => {
    const { subject, text } = renderBankAccountCode(english, { ...code, iban: 'AE•• •••• 3456' })
    expect(subject).toBe('Your code for a new bank account')
    for (const part of ['482913', 'AE•• •••• 3456', '21 Nov 2026', 'If you didn’t add it']) expect(text).toContain(part)
    expect(renderBankAccountCode(arabic, { ...code, iban: 'AE•• •••• 3456' }).text).toContain('482913')
  })
})
