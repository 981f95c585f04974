import { describe, expect, it } from '@jest/globals'
import { OrderReason } from '@hissa/contracts/investment'
import {
  arabic,
  cancelled,
  completed,
  coolingOff,
  english,
  expired,
  extended,
  feeRefund,
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
    expect(textOf(english, { ...expired, reason: 'lapsed' })).toContain('Your reservation of AED 2,030.00 has ended because we didn’t receive a payment.')
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

  it('states all amounts, the order and the time', () => {
    for (const values of [started, completed, expired]) {
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
    expect(text).toContain('Your bank decided the dispute in your favour and returned the payment of AED 2,030.00')
  })
})
