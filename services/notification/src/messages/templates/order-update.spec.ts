import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { OrderReason } from '@hissa/contracts/investment'
import {
  arabic,
  cancelled,
  completed,
  coolingOff,
  disputed,
  english,
  expired,
  extended,
  feeRefund,
  reopened,
  started,
} from '../../../test/sample-messages.js'
import type { Reader } from '../message.js'
import { renderOrderUpdate } from './order-update.js'

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
    expect(textOf(english, { ...expired, reason: 'lapsed' })).toContain(
      'Your reservation of AED 2,030.00 has ended because we didn’t receive a payment.',
    )
    expect(textOf(english, { ...expired, reason: 'account_not_eligible' })).toContain('We ended your reservation')
  })
})

describe('a refund', () => {
  it('states its reason in neutral words', () => {
    const textOf = (reason: 'units_unavailable' | 'account_not_eligible') =>
      renderOrderUpdate(english, { ...started, reason }).text
    expect(textOf('units_unavailable')).toContain('the shares were no longer available')
    expect(textOf('account_not_eligible')).toContain('your account can’t invest at the moment')
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
    expect(mail.subject).toBe('We’re refunding AED 10.50 of your platform fee')
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
      'We’re sending your refund of AED 2,030.00 again',
    )
  })

  it('is not described as sent to the card when it was paid by bank transfer', () => {
    const { text } = renderOrderUpdate(english, { ...completed, method: 'bank_transfer' })
    expect(text).not.toContain('to the card that paid')
    expect(text).toContain('What couldn’t be refunded to your card was paid by bank transfer.')
    expect(renderOrderUpdate(english, completed).text).toContain('to the card that paid')
  })

  it('is back in the cash that paid, whoever cancelled the order', () => {
    const reasons = ['cancelled', 'cancelled_by_staff', 'raise_failed'] as const
    const texts = reasons.map((reason) => renderOrderUpdate(english, { ...completed, method: 'cash', reason }).text)
    for (const text of texts) {
      expect(text).toContain('We returned AED 2,030.00, including the platform fee, to the cash balance that paid.')
      expect(text).not.toMatch(/card|business days/)
    }
    expect(texts[0]).toContain('You cancelled your order.')
    expect(texts[1]).toContain('We cancelled your order.')
    expect(texts[2]).toContain('The offering ended without going ahead')
  })

  it('states all amounts, the order and the time', () => {
    for (const values of [started, completed, expired]) {
      const { text } = renderOrderUpdate(english, values)
      expect(text).toContain('Amount: AED 2,000.00\nPlatform fee: AED 30.00\nTotal: AED 2,030.00')
      expect(text).toMatch(/Dubai time: 22 Nov 2026, 01:05\nOrder: HS-/)
    }
  })
})

describe('the amount of a message about a payment of which AED 500 was refunded before', () => {
  const left = { aboutFils: fils(153_000) }
  const render = (values: Parameters<typeof renderOrderUpdate>[1], reader = english) => {
    const { subject, text } = renderOrderUpdate(reader, values)
    return { subject, text: text.slice(0, text.indexOf('Property:')) || text }
  }

  it.each([
    ['cancellation', { ...cancelled, ...left }, 'We’re refunding AED 1,530.00, including'],
    ['refund', { ...completed, ...left }, 'We refunded AED 1,530.00, including'],
    [
      'refund that is attempted again',
      { ...started, attempt: 2, ...left },
      'Your refund of AED 1,530.00 didn’t reach your card',
    ],
  ] as const)('is what is left in a %s', (_case, values, words) => {
    const { subject, text } = render(values)
    expect(subject).toContain('AED 1,530.00')
    expect(text).toContain(words)
    expect(text).toContain('AED 500.00 of your payment has already been returned to you.')
    expect(text).not.toContain('2,030')
    expect(renderOrderUpdate(arabic, values).subject).toContain('AED 1,530.00')
  })

  it.each(['dispute-opened', 'dispute-won'] as const)('is what is disputed in %s', (template) => {
    const { subject, text } = render({ ...disputed, ...left, template })
    expect([subject, text].filter((part) => part.includes('AED 1,530.00'))).toHaveLength(2)
    expect(text).not.toMatch(/2,030|already been returned/)
  })

  it('is what is left where the message says how it can be cancelled', () => {
    for (const values of [coolingOff, reopened, extended]) {
      const { text } = renderOrderUpdate(english, { ...values, ...left })
      expect(text).toMatch(/refund (of|would be) AED 1,530\.00/)
      expect(text).toContain('AED 500.00 of your payment has already been returned')
    }
  })

  it('is not announced as a refund if nothing is left', () => {
    const { subject, text } = renderOrderUpdate(english, { ...cancelled, aboutFils: fils(0) })
    expect(subject).toBe('Your order is cancelled')
    expect(text).toContain('Your payment of AED 2,030.00 has already been returned')
    expect(text).not.toMatch(/AED 0\.00|We’re refunding/)
  })

  it('is the total in messages of earlier releases', () => {
    for (const values of [cancelled, completed, disputed])
      expect(renderOrderUpdate(english, values).subject).toContain('AED 2,030.00')
    expect(renderOrderUpdate(english, completed).text).not.toContain('already been returned')
  })
})

describe('the refund of what a lost dispute has left', () => {
  const lost = { reason: 'dispute_lost' as const, disputedFils: fils(50_000), aboutFils: fils(153_000) }

  it('states what the bank returned and what we refund', () => {
    const { subject, text } = renderOrderUpdate(english, { ...started, ...lost, attempt: 2 })
    expect(subject).toBe('Your order is reversed: refund of AED 1,530.00')
    expect(text).toContain('returned AED 500.00 of your payment to you')
    expect(text).not.toMatch(/sent the disputed payment|already been returned/)
    const again = renderOrderUpdate(english, { ...started, ...lost, attempt: 3 })
    expect(again.subject).toBe('We’re sending your refund of AED 1,530.00 again')
  })

  it('is not announced if it was refunded before the dispute', () => {
    const rest = { ...started, ...lost, attempt: 2, aboutFils: fils(0), disputedFils: fils(153_000) }
    const { subject, text } = renderOrderUpdate(english, rest)
    expect(subject).toBe('Your order is reversed: AED 1,530.00')
    expect(text).toContain('returned AED 1,530.00 of your payment to you')
    expect(text).toContain('AED 500.00 of your payment has already')
  })
})

describe('a step of a paid order', () => {
  const textOf = (...[reader, values]: Parameters<typeof renderOrderUpdate>) => {
    const { subject, text } = renderOrderUpdate(reader, values)
    return `${subject}\n${text}`
  }

  it('states until when it can be cancelled, in Dubai time', () => {
    expect(textOf(english, coolingOff)).toContain('Cooling-off period ends, Dubai time: 24 Nov 2026, 01:05')
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
    const sold = /no longer available|didn’t reach your card|your account can’t/
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
    expect(text).toContain('Your bank decided the dispute in your favour and returned AED 2,030.00 of your payment')
  })
})
