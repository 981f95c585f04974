import { describe, expect, it } from '@jest/globals'
import { disclosedReasons } from '@hissa/contracts/kyc'
import { OrderReason } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mail, Reader } from '../message.js'
import { renderCode } from './code.js'
import { renderKycApproved, renderKycRejected, renderKycResubmission } from './kyc.js'
import { renderOrderUpdate } from './order-update.js'
import { renderPaymentReceived } from './payment-received.js'

const publicUrl = 'http://localhost:8080'
const english: Reader = { email: 'aisha@hissa.test', fullName: 'Aisha & Khan', language: 'en' }
const arabic: Reader = { ...english, fullName: 'عائشة خان', language: 'ar' }
const payment = {
  orderId: 'order-1',
  title: 'Al Reem 2 bed',
  units: units(20),
  amountFils: fils(200_000),
  feeFils: fils(3_000),
  totalFils: fils(203_000),
  paidAt: new Date('2026-11-21T21:05:00Z'),
  publicUrl,
}
const code = { code: '482913', purpose: 'sign-up' as const, expiresAt: new Date('2026-11-21T10:05:00Z'), publicUrl }

const { paidAt: at, ...amounts } = payment
const update = { ...amounts, propertyId: 'Prop_1_reem', at }
const started = { ...update, template: 'refund-started' as const, attempt: 1 }
const cancelled = { ...update, template: 'order-cancelled' as const }
const until = new Date('2026-11-23T21:05:00Z')
const coolingOff = { ...update, template: 'cooling-off-started' as const, until }
const reopened = { ...update, template: 'offering-reopened' as const }
const extended = { ...update, template: 'deadline-extended' as const, until }
const allotted = { ...update, template: 'order-allotted' as const }
const issued = { ...update, template: 'order-issued' as const }
const disputed = { ...update, template: 'dispute-opened' as const }
const expired = { ...update, template: 'order-expired' as const }
const feeRefund = { ...update, template: 'fee-refund-started' as const, feeRefundFils: fils(1_050) }
const completed = { ...update, template: 'refund-completed' as const, attempt: 1 }

const every: [string, (reader: Reader) => Mail][] = [
  ['code', (reader) => renderCode(reader, code)],
  ['code for a new address', (reader) => renderCode(reader, { ...code, purpose: 'attribute' })],
  ['code for a new password', (reader) => renderCode(reader, { ...code, purpose: 'reset' })],
  ['payment received', (reader) => renderPaymentReceived(reader, payment)],
  ['reservation ended', (reader) => renderOrderUpdate(reader, { ...update, template: 'order-expired' })],
  ['reservation released', (reader) => renderOrderUpdate(reader, { ...expired, reason: 'released' })],
  [
    'reservation ended by the platform',
    (reader) => renderOrderUpdate(reader, { ...expired, reason: 'account_not_eligible' }),
  ],
  [
    'refund to an account that may not invest',
    (reader) => renderOrderUpdate(reader, { ...started, reason: 'account_not_eligible' }),
  ],
  [
    'refund of a payment above the annual limit',
    (reader) => renderOrderUpdate(reader, { ...started, reason: 'annual_limit' }),
  ],
  ['refund started', (reader) => renderOrderUpdate(reader, started)],
  ['fee refund started', (reader) => renderOrderUpdate(reader, feeRefund)],
  ['refund started again', (reader) => renderOrderUpdate(reader, { ...started, attempt: 2 })],
  ['refund complete', (reader) => renderOrderUpdate(reader, completed)],
  [
    'reservation ended with its offering',
    (reader) => renderOrderUpdate(reader, { ...expired, reason: 'raise_failed' }),
  ],
  [
    'refund of a payment after the offering ended',
    (reader) => renderOrderUpdate(reader, { ...started, reason: 'raise_failed' }),
  ],
  [
    'refund of a payment that the bank sent back',
    (reader) => renderOrderUpdate(reader, { ...started, attempt: 2, reason: 'dispute_lost' }),
  ],
  ['dispute lost', (reader) => renderOrderUpdate(reader, { ...completed, method: 'dispute' })],
  ['dispute opened', (reader) => renderOrderUpdate(reader, disputed)],
  ['dispute won', (reader) => renderOrderUpdate(reader, { ...disputed, template: 'dispute-won' })],
  ['cooling-off started', (reader) => renderOrderUpdate(reader, coolingOff)],
  ['offering reopened', (reader) => renderOrderUpdate(reader, reopened)],
  ['deadline extended', (reader) => renderOrderUpdate(reader, extended)],
  ['shares registered', (reader) => renderOrderUpdate(reader, allotted)],
  ['shares issued', (reader) => renderOrderUpdate(reader, issued)],
  ['order cancelled', (reader) => renderOrderUpdate(reader, { ...cancelled, reason: 'cancelled' })],
  ['order cancelled by staff', (reader) => renderOrderUpdate(reader, { ...cancelled, reason: 'cancelled_by_staff' })],
  ['order of a failed offering', (reader) => renderOrderUpdate(reader, { ...cancelled, reason: 'raise_failed' })],
  ['refund by bank transfer', (reader) => renderOrderUpdate(reader, { ...completed, method: 'bank_transfer' })],
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
    expect(mail.text).toContain('مرحباً عائشة خان،')
    expect(mail.subject).toMatch(/\p{Script=Arabic}/u)
    expect(mail.text.replace(/[^a-zA-Z ]/g, '')).not.toMatch(/Hello|Your|The /)
  })

  it('has the same figures in both parts and loads nothing', () => {
    const mail = render(english)
    for (const figure of mail.text.match(/AED [\d,.]+\d|\b\d{6}\b/g) ?? []) expect(mail.html).toContain(figure)
    expect(mail.html).not.toMatch(/<(table|img|script|link)\b/)
    expect(`${mail.subject}${mail.text}`).not.toContain('!')
  })
})

describe('the end of a reservation', () => {
  const invitation = { en: /reserve (shares )?again/, ar: /حجز الحصص مرة أخرى|الحجز مرة أخرى/ }
  const textOf = (reader: Reader, values: Parameters<typeof renderOrderUpdate>[1]) =>
    renderOrderUpdate(reader, values).text

  it.each([
    ['en', english],
    ['ar', arabic],
  ] as const)('invites to reserve again (%s), except an account that may not invest', (language, reader) => {
    for (const reason of [undefined, 'lapsed', 'released'] as const)
      expect(textOf(reader, { ...expired, ...(reason ? { reason } : {}) })).toMatch(invitation[language])
    const ended = textOf(reader, { ...expired, reason: 'account_not_eligible' })
    expect(ended).not.toMatch(invitation[language])
    expect(ended).not.toMatch(/suspend|reject|identity|موقوف|مرفوض/i)
  })

  it('states why it ended', () => {
    expect(textOf(english, { ...expired, reason: 'released' })).toContain(
      'You released your reservation of AED 2,030.00',
    )
    expect(textOf(english, { ...expired, reason: 'lapsed' })).toContain('Your reservation of AED 2,030.00 has ended.')
    expect(textOf(english, { ...expired, reason: 'account_not_eligible' })).toContain('We ended your reservation')
  })
})

describe('a refund', () => {
  it('states its reason in neutral words', () => {
    const textOf = (reason: 'units_unavailable' | 'account_not_eligible') =>
      renderOrderUpdate(english, { ...started, reason }).text
    expect(textOf('units_unavailable')).toContain('the shares were no longer available')
    expect(textOf('account_not_eligible')).toContain('your account can’t be used to invest at the moment')
    expect(textOf('account_not_eligible')).not.toMatch(/available|suspend|reject/i)
    expect(renderOrderUpdate(arabic, { ...started, reason: 'account_not_eligible' }).text).toContain(
      'لا يمكن الاستثمار من حسابك حالياً',
    )
  })

  it('has its own words for every reason of the contract', () => {
    // The email of a cancellation announces its refund; the others are reasons of orders that were never paid.
    const elsewhere: OrderReason[] = ['lapsed', 'released', 'cancelled', 'cancelled_by_staff']
    const reasons = OrderReason.options.filter((reason) => !elsewhere.includes(reason))
    for (const reader of [english, arabic]) {
      const texts = reasons.map((reason) => renderOrderUpdate(reader, { ...started, reason }).text)
      expect(new Set(texts).size).toBe(reasons.length)
    }
    const { text } = renderOrderUpdate(english, { ...started, reason: 'annual_limit' })
    expect(text).toContain('would exceed your annual limit')
    expect(text).not.toContain('no longer available')
  })

  it('of a fee states its amount, what stays, and how long it takes', () => {
    const mail = renderOrderUpdate(english, feeRefund)
    expect(mail.subject).toBe('We are refunding AED 10.50 of your platform fee')
    expect(mail.text).toContain('Your shares stay as they are.')
    expect(mail.text).toContain('5 to 10 business days')
    expect(mail.text).not.toMatch(/full amount|cancelled|reservation/)
    expect(renderOrderUpdate(arabic, feeRefund).subject).toContain('AED 10.50')
  })

  it('is called complete by the last message only', () => {
    const done = /refunded (AED|to)|complete:|been refunded/i
    for (const attempt of [1, 2]) {
      const mail = renderOrderUpdate(english, { ...started, attempt })
      expect(`${mail.subject} ${mail.text}`).not.toMatch(done)
    }
    expect(renderOrderUpdate(english, completed).text).toMatch(done)
    expect(renderOrderUpdate(english, { ...started, attempt: 2 }).subject).toBe(
      'We are sending your refund of AED 2,030.00 again',
    )
  })

  it('is not described as sent to the card when it was paid by bank transfer', () => {
    const { text } = renderOrderUpdate(english, { ...completed, method: 'bank_transfer' })
    expect(text).not.toContain('to the card that paid')
    expect(text).toContain('We paid by bank transfer what could not be refunded to your card.')
    expect(renderOrderUpdate(english, completed).text).toContain('to the card that paid')
  })

  it('states all amounts, the order and the time', () => {
    for (const values of [started, completed, { ...update, template: 'order-expired' as const }]) {
      const { text } = renderOrderUpdate(english, values)
      expect(text).toContain('Amount: AED 2,000.00\nPlatform fee: AED 30.00\nTotal: AED 2,030.00')
      expect(text).toMatch(/Dubai time: 22 Nov 2026, 01:05\nOrder: HS-/)
    }
  })
})

describe('a step of a paid order', () => {
  const textOf = (...[reader, values]: Parameters<typeof renderOrderUpdate>) => {
    const { subject, text } = renderOrderUpdate(reader, values)
    return `${subject}\n${text}`
  }

  it('states until when it can be cancelled, in Dubai time', () => {
    expect(textOf(english, coolingOff)).toContain('You can cancel until, Dubai time: 24 Nov 2026, 01:05')
    expect(textOf(english, coolingOff)).toContain('a full refund of AED 2,030.00, including the platform fee')
    expect(textOf(arabic, coolingOff)).toContain('24 نوفمبر 2026')
  })

  it('states the new deadline, in Dubai time', () => {
    expect(textOf(english, extended)).toContain('New deadline, Dubai time: 24 Nov 2026, 01:05')
  })

  it('states why it was cancelled, the amount of its refund, and how long that takes', () => {
    const cases = [
      ['cancelled', 'You cancelled your order.', 'ألغيت طلبك.'],
      ['cancelled_by_staff', 'We cancelled your order.', 'ألغينا طلبك.'],
      ['raise_failed', 'The offering ended without going ahead', 'انتهى الطرح دون أن يكتمل'],
    ] as const
    for (const [reason, why, whyArabic] of cases) {
      const text = textOf(english, { ...cancelled, reason })
      expect(text).toContain(why)
      expect(text).toContain('We’re refunding AED 2,030.00, including the platform fee, to the card that paid.')
      expect(text).toContain('5 to 10 business days')
      for (const [other, words] of cases) expect([other, text.includes(words)]).toEqual([other, other === reason])
      expect(textOf(arabic, { ...cancelled, reason })).toContain(whyArabic)
    }
  })

  it('never says that shares sold out or a payment failed when the offering failed or a dispute was lost', () => {
    const sold = /no longer available|did not go through|your account can’t/
    for (const reason of ['raise_failed', 'dispute_lost'] as const)
      for (const attempt of [1, 2]) {
        if (reason === 'raise_failed' && attempt === 2) continue // A later attempt states that the earlier one failed.
        expect(textOf(english, { ...started, attempt, reason })).not.toMatch(sold)
      }
    expect(textOf(english, { ...expired, reason: 'raise_failed' })).not.toMatch(/reserve (shares )?again/)
  })

  it('is not described as a refund of ours when the payer’s bank has returned the money', () => {
    const text = textOf(english, { ...completed, method: 'dispute', reason: 'dispute_lost' })
    expect(text).not.toContain('to the card that paid')
    expect(text).toContain('Your bank decided the dispute in your favour and returned the payment of AED 2,030.00')
  })
})

describe('formatting', () => {
  it('shows amounts with the currency code in subject and text', () => {
    const mail = renderPaymentReceived(english, payment)
    expect(mail.subject).toBe('Payment received: AED 2,030.00')
    expect(mail.text).toContain('Amount: AED 2,000.00\nPlatform fee: AED 30.00\nTotal paid: AED 2,030.00')
    expect(mail.text).toContain('Paid, Dubai time: 22 Nov 2026, 01:05')
    expect(renderPaymentReceived(arabic, payment).subject).toBe('استلمنا دفعتك: AED 2,030.00')
  })

  it('has the code in the body and not in the subject, with its expiry in Dubai time', () => {
    const mail = renderCode(english, code)
    expect(mail.text).toContain('\n482913\n')
    expect(mail.text).toContain('21 Nov 2026, 14:05')
    expect(mail.subject).not.toContain('482913')
  })

  it('greets without a name if there is none, and writes English to readers of French', () => {
    expect(renderCode({ ...english, fullName: '', language: 'fr' }, code).text).toMatch(/^Hello,\n/)
  })

  it('never discloses a sanctions match or a suspected forgery', () => {
    expect(disclosedReasons(['NAME_MISMATCH', 'UNDER_AGE'])).toEqual(['NAME_MISMATCH', 'UNDER_AGE'])
    for (const reason of ['SANCTIONS_MATCH', 'SUSPECTED_FORGERY', 'OUTSIDE_POLICY'] as const) {
      const mail = renderKycRejected(english, { reasonCodes: disclosedReasons(['NAME_MISMATCH', reason]), publicUrl })
      expect(mail.text).toContain('We can’t open an account for you.')
      expect(mail.text).not.toMatch(/sanction|list|forge|genuine|name/i)
    }
  })
})

const linkOf = ({ text }: Mail) => /: (http\S+)$/m.exec(text)?.[1]

describe('the link', () => {
  it.each([
    ['code', '/email-confirmation', '/ar/email-confirmation'],
    ['code for a new address', '/', '/ar'],
    ['code for a new password', '/forgot-password', '/ar/forgot-password'],
    ['payment received', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['reservation ended', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['refund started', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['fee refund started', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['refund started again', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['refund complete', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    [
      'cooling-off started',
      '/investor-dashboard?order=order-1',
      '/ar/signin?next=%2Finvestor-dashboard%3Forder%3Dorder-1',
    ],
    [
      'offering reopened',
      '/investor-dashboard?order=order-1',
      '/ar/signin?next=%2Finvestor-dashboard%3Forder%3Dorder-1',
    ],
    [
      'deadline extended',
      '/investor-dashboard?order=order-1',
      '/ar/signin?next=%2Finvestor-dashboard%3Forder%3Dorder-1',
    ],
    ['order cancelled', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['KYC approved', '/properties', '/ar/properties'],
    ['KYC rejected', '/onboarding?step=identity', '/ar/signin?next=%2Fonboarding%3Fstep%3Didentity'],
    ['KYC resubmission', '/onboarding?step=identity', '/ar/signin?next=%2Fonboarding%3Fstep%3Didentity'],
  ])('in the message "%s" leads to %s, in Arabic to %s', (name, path, arabicPath) => {
    const render = new Map(every).get(name)!
    expect(linkOf(render(english))).toBe(publicUrl + path)
    expect(linkOf(render(arabic))).toBe(publicUrl + arabicPath)
    expect(render(arabic).html).toContain(`href="${publicUrl}${arabicPath}"`)
  })

  it('leads to the profile if only the profile must be corrected', () => {
    const to = (...reasonCodes: string[]) => linkOf(renderKycResubmission(english, { reasonCodes, publicUrl }))
    expect(to('NAME_MISMATCH', 'BIRTH_DATE_MISMATCH')).toBe(`${publicUrl}/onboarding?step=profile`)
    expect(to('NAME_MISMATCH', 'DOCUMENT_EXPIRED')).toBe(`${publicUrl}/onboarding?step=identity`)
  })
})

describe('the message about a rejected identity verification', () => {
  const refused = (reader: Reader, ...reasonCodes: string[]) => renderKycRejected(reader, { reasonCodes, publicUrl })

  it('states why, what to do, and that the applicant can start over', () => {
    const { text, html } = refused(english, 'DOCUMENT_EXPIRED', 'NAME_MISMATCH', 'DOCUMENT_EXPIRED')
    expect(text).toContain(`Why:

- The document is no longer valid. Use a document that is valid today.
- The name in your profile differs from the one in the document. Enter your name in the profile as the document shows it, then submit again.

You can start over with another document.

Start over: ${publicUrl}/onboarding?step=identity`)
    expect(html).toContain('You can start over with another document.')
    expect(refused(arabic, 'DOCUMENT_EXPIRED').text).toContain('يمكنك البدء من جديد بوثيقة أخرى.')
  })

  it.each(['UNDER_AGE', 'DECLINED'])('offers no new attempt after %s', (reason) => {
    for (const { text, html } of [refused(english, 'DOCUMENT_EXPIRED', reason), refused(arabic, reason)]) {
      for (const part of [text, html]) expect(part).not.toMatch(/[Ss]tart over|من جديد/)
    }
    expect(refused(english, reason).text).toContain('If you believe this is a mistake, contact us.')
  })
})

describe('texts that the site also shows', () => {
  const site = (language: 'en' | 'ar') =>
    Object.assign(
      {},
      ...['auth', 'dashboard', 'onboarding', 'property'].map((name) =>
        JSON.parse(
          readFileSync(join(import.meta.dirname, `../../../../../web/src/i18n/${language}/${name}.json`), 'utf8'),
        ),
      ),
    ) as Record<string, string>

  it.each([english, arabic])('are the same in both ($language)', (reader) => {
    const words = site(reader.language as 'en' | 'ar')
    const says = (mail: Mail, ...ids: string[]) => {
      for (const id of ids) expect(`${mail.subject}\n${mail.text}`).toContain(words[id])
    }
    const reasons = { reasonCodes: ['DOCUMENT_EXPIRED'], publicUrl }
    says(renderKycApproved(reader, { publicUrl }), 'onboarding.result.approved', 'onboarding.result.properties')
    says(renderKycRejected(reader, reasons), 'onboarding.result.rejected', 'onboarding.result.start_again')
    says(renderKycRejected(reader, reasons), 'onboarding.result.reasons')
    says(renderKycResubmission(reader, reasons), 'onboarding.result.resubmission', 'onboarding.result.fix')
    says(renderCode(reader, code), 'auth.confirm.title')
    says(renderPaymentReceived(reader, payment), 'dashboard.pendingText', 'property.invest.risk')
  })
})

describe('the name in a greeting', () => {
  it.each(['win at prize.test', 'https://prize.test', 'write to me@prize.test', 'a '.repeat(40)])(
    'is omitted if it does not look like a name: %s',
    (fullName) => {
      const { text, html } = renderCode({ ...english, fullName }, code)
      expect(text).toMatch(/^Hello,/)
      expect(html).not.toContain('prize')
    },
  )

  it.each(['Mary J. Smith', "Niall O'Brien", 'د. عائشة خان'])('is used if it looks like one: %s', (fullName) => {
    expect(renderCode({ ...english, fullName }, code).text).toContain(`Hello ${fullName},`)
  })
})
