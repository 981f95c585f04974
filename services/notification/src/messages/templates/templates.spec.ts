import { describe, expect, it } from '@jest/globals'
import { disclosedReasons } from '@hissa/contracts/kyc'
import type { Language } from '@hissa/texts'
import { readPromises, withPromises } from '@hissa/texts/promises'
import { fils } from '@hissa/money'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  allotted,
  arabic,
  cancelled,
  cancelledMove,
  code,
  completed,
  coolingOff,
  declinedMove,
  disputed,
  emailChanged,
  english,
  enquiry,
  expired,
  extended,
  feeRefund,
  issued,
  passwordChanged,
  payment,
  publicUrl,
  distribution,
  received,
  relocated,
  reopened,
  sent,
  started,
} from '../../../test/sample-messages.js'
import type { Mail, Reader } from '../message.js'
import { renderCode } from './code.js'
import { renderEnquiryReceived } from './enquiry.js'
import { renderKycApproved, renderKycRejected, renderKycResubmission } from './kyc.js'
import { renderOrderUpdate } from './order-update.js'
import { renderDistribution } from './distribution.js'
import { renderPaymentReceived } from './payment-received.js'
import { renderEndedRelocation, renderRelocation } from './relocation.js'
import { renderSecurityNotice } from './security.js'
import { renderTransfer } from './transfer.js'

const every: [string, (reader: Reader) => Mail][] = [
  ['code', (reader) => renderCode(reader, code)],
  ['code for a new address', (reader) => renderCode(reader, { ...code, purpose: 'attribute' })],
  ['code for a new password', (reader) => renderCode(reader, { ...code, purpose: 'reset' })],
  ['password changed', (reader) => renderSecurityNotice(reader, passwordChanged)],
  ['email address changed', (reader) => renderSecurityNotice(reader, emailChanged)],
  ['a message received', (reader) => renderEnquiryReceived(reader, enquiry)],
  ['payment received', (reader) => renderPaymentReceived(reader, payment)],
  ['reservation ended', (reader) => renderOrderUpdate(reader, expired)],
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
  ['order on hold', (reader) => renderOrderUpdate(reader, { ...disputed, template: 'order-held' })],
  ['cooling-off started', (reader) => renderOrderUpdate(reader, coolingOff)],
  ['offering reopened', (reader) => renderOrderUpdate(reader, reopened)],
  ['deadline extended', (reader) => renderOrderUpdate(reader, extended)],
  ['shares registered', (reader) => renderOrderUpdate(reader, allotted)],
  ['shares issued', (reader) => renderOrderUpdate(reader, issued)],
  ['order cancelled', (reader) => renderOrderUpdate(reader, { ...cancelled, reason: 'cancelled' })],
  ['order cancelled by staff', (reader) => renderOrderUpdate(reader, { ...cancelled, reason: 'cancelled_by_staff' })],
  ['order of a failed offering', (reader) => renderOrderUpdate(reader, { ...cancelled, reason: 'raise_failed' })],
  [
    'order cancelled after its payment was returned',
    (reader) => renderOrderUpdate(reader, { ...cancelled, aboutFils: fils(0) }),
  ],
  [
    'refund of what a dispute has left',
    (reader) => renderOrderUpdate(reader, { ...started, attempt: 2, reason: 'dispute_lost', aboutFils: fils(153_000) }),
  ],
  ['offering reopened, paid from cash', (reader) => renderOrderUpdate(reader, { ...reopened, paidFrom: 'cash' })],
  ['deadline extended, paid from cash', (reader) => renderOrderUpdate(reader, { ...extended, paidFrom: 'cash' })],
  ['order cancelled and back in cash', (reader) => renderOrderUpdate(reader, { ...completed, method: 'cash' })],
  [
    'order cancelled by staff and back in cash',
    (reader) => renderOrderUpdate(reader, { ...completed, method: 'cash', reason: 'cancelled_by_staff' }),
  ],
  [
    'order of a failed offering back in cash',
    (reader) => renderOrderUpdate(reader, { ...completed, method: 'cash', reason: 'raise_failed' }),
  ],
  ['refund by bank transfer', (reader) => renderOrderUpdate(reader, { ...completed, method: 'bank_transfer' })],
  ['distribution paid', (reader) => renderDistribution(reader, distribution)],
  ['shares received', (reader) => renderTransfer(reader, received)],
  ['shares transferred', (reader) => renderTransfer(reader, sent)],
  ['shares in the investor’s wallet', (reader) => renderRelocation(reader, relocated)],
  ['shares back in custody', (reader) => renderRelocation(reader, { ...relocated, kind: 'return' })],
  ['shares recovered', (reader) => renderRelocation(reader, { ...relocated, kind: 'recovery' })],
  ['a move declined', (reader) => renderEndedRelocation(reader, declinedMove)],
  ['a return declined', (reader) => renderEndedRelocation(reader, { ...declinedMove, kind: 'return' })],
  ['a recovery declined', (reader) => renderEndedRelocation(reader, { ...declinedMove, kind: 'recovery' })],
  ['a move cancelled', (reader) => renderEndedRelocation(reader, cancelledMove)],
  ['a return cancelled', (reader) => renderEndedRelocation(reader, { ...cancelledMove, kind: 'return' })],
  ['a recovery cancelled', (reader) => renderEndedRelocation(reader, { ...cancelledMove, kind: 'recovery' })],
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
    expect(mail.html).not.toMatch(/<(script|link|iframe)\b|url\(/)
    for (const [, source] of mail.html.matchAll(/\bsrc="(.*?)"/g)) expect(source).toBe('cid:mark@hissa')
    expect(`${mail.subject}${mail.text}`).not.toContain('!')
  })
})

describe('the HTML part', () => {
  it.each([english, arabic])('that can be switched off has a link for that in both parts ($language)', (account) => {
    const reader: Reader = { ...account, unsubscribe: { topic: 'verification', token: 'a.b' } }
    const prefix = account.language === 'en' ? '' : `/${account.language}`
    const url = `${publicUrl}${prefix}/email-preferences?token=a.b`
    for (const mail of [
      renderKycApproved(reader, { publicUrl }),
      renderOrderUpdate(reader, issued),
      renderTransfer(reader, received),
    ])
      expect([mail.text, mail.html]).toEqual([expect.stringContaining(url), expect.stringContaining(`href="${url}"`)])
    expect(renderKycApproved(account, { publicUrl }).text).not.toContain('email-preferences')
  })

  it('has the colours of both themes, and light ones for clients that ignore style elements', () => {
    const { html } = renderPaymentReceived(english, payment)
    const inline = html.replace(/<style>.*?<\/style>/gs, '')
    expect(inline).toContain('background-color:#ffffff')
    expect(inline).not.toContain('#141d1a')
    expect(html).toContain('.m-surface{background-color:#141d1a!important}')
    const styled = new Set([...html.matchAll(/\.(m-[\w-]+)\{/g)].map(([, name]) => name))
    const used = [...html.matchAll(/class="(.*?)"/g)].flatMap(([, names]) => names!.split(' '))
    expect(used.filter((name) => !styled.has(name))).toEqual([])
  })

  it('names the sides of its columns for clients that know no direction', () => {
    const cells = (reader: Reader) => renderPaymentReceived(reader, payment).html.match(/<td\s+align="(left|right)"/g)
    expect(cells(english)!.filter((cell) => cell.endsWith('"left"')).length).toBe(10)
    expect(cells(arabic)!.filter((cell) => cell.endsWith('"right"')).length).toBe(10)
  })

  it('keeps the direction of amounts and names', () => {
    expect(renderPaymentReceived(arabic, payment).html).toContain('<bdi>AED 2,030.00</bdi>')
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

  it('greets without a name if there is none', () => {
    expect(renderCode({ ...english, fullName: '' }, code).text).toMatch(/^Hello,\n/)
  })

  it.each([
    ['fr', '2 030,00 AED', '22 novembre 2026'],
    ['es', '2030,00 AED', '22 de noviembre de 2026'],
  ] as const)('writes amounts and dates as a reader of %s does', (language, total, date) => {
    const { subject, text } = renderPaymentReceived({ ...english, language }, payment)
    expect(subject).toContain(total)
    expect(text).toContain(date)
  })

  it('never discloses a sanctions match or a suspected forgery', () => {
    expect(disclosedReasons(['NAME_MISMATCH', 'UNDER_AGE'])).toEqual(['NAME_MISMATCH', 'UNDER_AGE'])
    for (const reason of ['SANCTIONS_MATCH', 'SUSPECTED_FORGERY', 'OUTSIDE_POLICY'] as const) {
      const mail = renderKycRejected(english, { reasonCodes: disclosedReasons(['NAME_MISMATCH', reason]), publicUrl })
      expect(mail.text).toContain('We can’t give a reason. You can ask us to review this decision.')
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
    ['password changed', '/forgot-password', '/ar/forgot-password'],
    ['email address changed', '/contact', '/ar/contact'],
    ['a message received', '/contact', '/ar/contact'],
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
    ['distribution paid', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['shares received', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['shares recovered', '/investor-dashboard', '/ar/signin?next=%2Finvestor-dashboard'],
    ['a move declined', '/wallet', '/ar/signin?next=%2Fwallet'],
    ['a move cancelled', '/wallet', '/ar/signin?next=%2Fwallet'],
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
  const folder = (language: Language) => join(import.meta.dirname, '../../../../../web/src/i18n', language)
  const site = (language: Language) =>
    Object.fromEntries(
      ['auth', 'dashboard', 'onboarding', 'property'].flatMap((name) => {
        const texts = JSON.parse(readFileSync(join(folder(language), `${name}.json`), 'utf8')) as Record<string, string>
        return Object.entries(texts).map(([id, text]) => [id, withPromises(text, readPromises(language))])
      }),
    )

  it.each([english, arabic])('are the same in both ($language)', (reader) => {
    const words = site(reader.language)
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
