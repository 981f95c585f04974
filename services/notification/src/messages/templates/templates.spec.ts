import { describe, expect, it } from '@jest/globals'
import type { Mail, Reader } from '../message.js'
import { renderCode } from './code.js'
import { renderKycApproved, renderKycRejected, renderKycResubmission } from './kyc.js'
import { renderPaymentReceived } from './payment-received.js'

const publicUrl = 'http://localhost:8080'
const english: Reader = { email: 'aisha@hissa.test', fullName: 'Aisha & Khan', language: 'en' }
const arabic: Reader = { ...english, fullName: 'عائشة خان', language: 'ar' }
const payment = {
  orderId: 'order-1',
  title: 'Al Reem 2 bed',
  units: 20,
  amountFils: 200_000,
  feeFils: 3_000,
  totalFils: 203_000,
  publicUrl,
}
const code = { code: '482913', purpose: 'sign-up' as const, expiresAt: new Date('2026-11-21T10:05:00Z'), publicUrl }

const every: [string, (reader: Reader) => Mail][] = [
  ['code', (reader) => renderCode(reader, code)],
  ['code for a new address', (reader) => renderCode(reader, { ...code, purpose: 'attribute' })],
  ['code for a new password', (reader) => renderCode(reader, { ...code, purpose: 'reset' })],
  ['payment received', (reader) => renderPaymentReceived(reader, payment)],
  ['KYC approved', (reader) => renderKycApproved(reader, { publicUrl })],
  ['KYC rejected', (reader) => renderKycRejected(reader, { reasonCodes: ['DOCUMENT_EXPIRED'], publicUrl })],
  ['KYC resubmission', (reader) => renderKycResubmission(reader, { reasonCodes: ['DOCUMENT_UNREADABLE'], publicUrl })],
]

describe.each(every)('the message "%s"', (_name, render) => {
  it('is written in English, with the name escaped in HTML and a link to this platform', () => {
    const mail = render(english)
    expect(mail.html).toContain('<html lang="en" dir="ltr">')
    expect(mail.html).toContain('Hello Aisha &amp; Khan,')
    expect(mail.text).toContain('Hello Aisha & Khan,')
    expect(mail.text).toContain(`${publicUrl}/`)
    expect(mail.subject).not.toMatch(/\p{Script=Arabic}/u)
  })

  it('is written in Arabic, from right to left', () => {
    const mail = render(arabic)
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.html).toContain('<div dir="rtl" lang="ar"')
    expect(mail.text).toContain('مرحبًا عائشة خان،')
    expect(mail.subject).toMatch(/\p{Script=Arabic}/u)
    expect(mail.text.replace(/[^a-zA-Z ]/g, '')).not.toMatch(/Hello|Your|The /)
  })

  it('says in both parts the same figures and loads nothing', () => {
    const mail = render(english)
    for (const figure of mail.text.match(/AED [\d,.]+\d|\b\d{6}\b/g) ?? []) expect(mail.html).toContain(figure)
    expect(mail.html).not.toMatch(/<(table|img|script|link)\b/)
    expect(`${mail.subject}${mail.text}`).not.toContain('!')
  })
})

describe('single words', () => {
  it('gives amounts with the currency code in subject and text', () => {
    const mail = renderPaymentReceived(english, payment)
    expect(mail.subject).toBe('Payment received: AED 2,030.00')
    expect(mail.text).toContain('Amount: AED 2,000.00\nFee: AED 30.00\nTotal paid: AED 2,030.00')
    expect(renderPaymentReceived(arabic, payment).subject).toBe('استلمنا دفعتك: AED 2,030.00')
  })

  it('carries the code in the body and not in the subject, with its end in Gulf time', () => {
    const mail = renderCode(english, code)
    expect(mail.text).toContain('\n482913\n')
    expect(mail.text).toContain('21 Nov 2026, 14:05')
    expect(mail.subject).not.toContain('482913')
  })

  it('greets without a name while there is none, and writes English to readers of French', () => {
    expect(renderCode({ ...english, fullName: '', language: 'fr' }, code).text).toMatch(/^Hello,\n/)
  })

  it('never tells that a list matched or that a forgery is suspected', () => {
    const mail = renderKycRejected(english, { reasonCodes: ['SANCTIONS_MATCH', 'SUSPECTED_FORGERY'], publicUrl })
    expect(mail.text).not.toMatch(/sanction|list|forge|found/i)
    expect(renderKycRejected(english, { reasonCodes: ['DOCUMENT_EXPIRED'], publicUrl }).text).toContain(
      '- The document has expired.',
    )
  })
})

describe('a name that is no name', () => {
  it.each(['win at prize.test', 'https://prize.test', 'write to me@prize.test', 'a '.repeat(40)])(
    'is not sent in a message of ours: %s',
    (fullName) => {
      const { text, html } = renderCode({ ...english, fullName }, code)
      expect(text).toMatch(/^Hello,/)
      expect(html).not.toContain('prize')
    },
  )

  it.each(['Mary J. Smith', "Niall O'Brien", 'د. عائشة خان'])('but %s is one', (fullName) => {
    expect(renderCode({ ...english, fullName }, code).text).toContain(`Hello ${fullName},`)
  })
})
