import { describe, expect, it } from '@jest/globals'
import { OrderReason } from '@hissa/contracts/investment'
import { fils } from '@hissa/money'
import { errorOf, NETWORK, TIMEOUT } from '../../api/problem.js'
import { addressAmount } from '../../lib/invest-amount.js'
import { languageOf } from '../../../test/render.js'
import { flowFailure, stepPath } from './flow.js'
import { outcomeOf, readSessionId, refundReason, timelineOf } from './payment-outcome.js'

const failure = (status: number, code: string, extra: object = {}) =>
  flowFailure(errorOf(status, { code, detail: 'x', ...extra }))

describe('flowFailure', () => {
  it.each([
    [403, 'KYC_REQUIRED', { kind: 'eligibility', text: 'invest.error.identity' }],
    [422, 'APPROPRIATENESS_REQUIRED', { kind: 'eligibility', text: 'invest.error.questions' }],
    [409, 'APPROPRIATENESS_PAUSED', { kind: 'eligibility', text: 'invest.error.questionsPaused' }],
    [409, 'APPROPRIATENESS_OUTDATED', { kind: 'eligibility', text: 'invest.error.questionsChanged' }],
    [403, 'INVESTOR_CLASS_NOT_ADMITTED', { kind: 'closed', text: 'invest.error.class' }],
    [409, 'OFFER_PERSONS_REACHED', { kind: 'closed', text: 'invest.error.persons' }],
    [409, 'VALUATION_OUTDATED', { kind: 'closed', text: 'invest.error.valuation' }],
    [409, 'PROPERTY_FULLY_FUNDED', { kind: 'closed', text: 'invest.error.funded' }],
    [409, 'RAISE_NOT_OPEN', { kind: 'closed', text: 'invest.error.closed' }],
    [422, 'AMOUNT_BELOW_MINIMUM', { kind: 'amount', text: 'invest.error.minimum' }],
    [422, 'AMOUNT_ABOVE_AVAILABLE', { kind: 'amount', text: 'invest.error.available' }],
    [422, 'DISCLOSURES_REQUIRED', { kind: 'disclosures', text: 'invest.error.disclosures' }],
    [409, 'DISCLOSURE_OUTDATED', { kind: 'disclosures', text: 'invest.error.outdated' }],
    [409, 'RESERVATION_CLOSED', { kind: 'message', text: 'ui.reservation.closed' }],
    [503, 'PAYMENT_UNAVAILABLE', { kind: 'message', text: 'invest.error.unavailable' }],
    [409, 'IDEMPOTENCY_IN_FLIGHT', { kind: 'message', text: 'invest.error.inFlight' }],
    [422, 'AMOUNT_ABOVE_CARD_LIMIT', { kind: 'amount', text: 'invest.error.cardLimit' }],
    [422, 'PAYMENT_REFUSED', { kind: 'message', text: 'invest.error.refused' }],
    [503, 'DISCLOSURES_UNAVAILABLE', { kind: 'message', text: 'invest.error.textsUnavailable' }],
    [422, 'IDEMPOTENCY_KEY_REUSED', { kind: 'message', text: 'invest.error.keyReused' }],
    [409, 'TRY_AGAIN', { kind: 'message', text: 'invest.error.busy' }],
    [500, 'WHATEVER', { kind: 'message', text: 'invest.error.payment' }],
    [401, 'TOKEN_EXPIRED', { kind: 'silent' }],
    [0, NETWORK, { kind: 'offline', text: 'ui.connectionLost' }],
    [0, TIMEOUT, { kind: 'offline', text: 'ui.connectionLost' }],
  ])('maps %d %s', (status, code, expected) => expect(failure(status, code)).toEqual(expected))

  it('offers the two nearest amounts for one that is not a whole number of shares', () => {
    expect(failure(422, 'AMOUNT_NOT_MULTIPLE', { nearestFils: [500_000, 510_000], unitPriceFils: 10_000 })).toEqual({
      kind: 'amount',
      text: 'invest.error.multiple',
      nearestFils: [500_000, 510_000],
      unitPriceFils: 10_000,
    })
  })
})

describe('the text of a refusal that an order from cash gets too', () => {
  const codes = ['PROPERTY_FULLY_FUNDED', 'RAISE_NOT_OPEN', 'INVESTOR_CLASS_NOT_ADMITTED', 'OFFER_PERSONS_REACHED']
  const others = ['VALUATION_OUTDATED', 'APPROPRIATENESS_REQUIRED', 'APPROPRIATENESS_PAUSED', 'TRY_AGAIN']
  const all = [...codes, ...others, 'AMOUNT_ABOVE_CARD_LIMIT', 'DISCLOSURES_UNAVAILABLE']

  it.each([
    ['en', /charge|card|reserv/i],
    ['fr', /débit|carte|réserve[rn]/i],
    ['es', /cobrado|tarjeta|reserv/i],
    ['ar', /\u064A\u064F\u062E\u0635\u0645|\u0628\u0637\u0627\u0642|\u062D\u062C\u0632/],
  ] as const)('names neither a card nor a reservation (%s)', (locale, word) => {
    const { i18n } = languageOf(locale)
    const texts = all.map((code) => {
      const known = failure(409, code)
      return 'text' in known ? i18n._(known.text) : ''
    })
    expect(texts).not.toContain('')
    expect(texts.filter((text) => word.test(text))).toEqual([])
  })
})

describe('flowFailure of an amount', () => {
  it.each([
    ['ANNUAL_LIMIT_REACHED', { leftFils: 300_000 }, 'invest.error.annualLimit', 300_000],
    ['CONSIDERATION_BELOW_MINIMUM', { minimumFils: 900_000 }, 'invest.error.consideration', 900_000],
  ])('names the limit of %s', (code, extra, text, limitFils) => {
    expect(failure(409, code, extra)).toEqual({ kind: 'amount', text, limitFils })
  })
})

describe('reservationRefusal', () => {
  const orders = [{ orderId: 'o1', url: '/payment-cancel?order_id=o1' }]
  it.each([
    ['RESERVATION_OPEN', { openOrders: orders }, { kind: 'open', text: 'ui.reservation.open', orders }],
    ['TOO_MANY_RESERVATIONS', { openOrders: orders }, { kind: 'open', text: 'ui.reservation.tooMany', orders }],
    [
      'RESERVATIONS_PAUSED',
      { retryAt: '2026-11-22T12:00:00.000Z' },
      { kind: 'paused', until: '2026-11-22T12:00:00.000Z' },
    ],
    ['RESERVATION_TOO_LARGE', { maximumAmountFils: 5_000_000 }, { kind: 'tooLarge', maximumFils: 5_000_000 }],
  ])('explains %s', (code, extra, refusal) => {
    expect(failure(409, code, extra)).toEqual({ kind: 'reservation', refusal })
  })
})

describe('the address of the investment flow', () => {
  it.each([
    ['5000', 500_000],
    ['5000.5', 500_050],
    // A form that is sent before the page's script has loaded has the text as it was typed.
    ['5,000', 500_000],
    ['٥٠٠٠', 500_000],
    ['٥٬٠٠٠', 500_000],
    ['AED 5,000', 500_000],
    ['0', null],
    ['-5', null],
    ['5e3', null],
    ['5000.123', null],
    [null, null],
  ])('reads the amount %j as %j fils', (text, fils) => expect(addressAmount(text)).toBe(fils))

  it('names the step in its path and keeps the amount', () => {
    expect(stepPath('Prop_1_a', 'review', fils(500_000))).toBe('/investment-flow/Prop_1_a/review?amount=5000')
    expect(stepPath('Prop_1_a', null, null)).toBe('/investment-flow/Prop_1_a')
  })
})

describe('the payment result', () => {
  it('is processing for the first half a minute', () => {
    for (const waitedMs of [0, 29_999])
      expect(outcomeOf('processing', waitedMs)).toMatchObject({
        title: 'invest.pay.processing',
        pollMs: 1_500,
        action: 'none',
      })
  })

  it('offers payment again after half a minute without a result', () => {
    expect(outcomeOf('processing', 30_000)).toMatchObject({
      title: 'invest.pay.open',
      pollMs: 5_000,
      action: 'pay',
    })
  })

  it.each([
    ['confirmed', 'dashboard'],
    ['failed', 'retry'],
    ['expired', 'retry'],
    ['refunded', 'retry'],
  ] as const)('is final if the payment is %s', (status, action) => {
    expect(outcomeOf(status, 0)).toMatchObject({ pollMs: 0, action })
  })

  it.each([
    ['expired', 'released', 'invest.pay.releasedText', 'retry'],
    ['expired', 'account_not_eligible', 'invest.pay.notCompletedText', 'none'],
    ['expired', 'raise_failed', 'invest.pay.raiseEndedText', 'none'],
    ['refunding', 'account_not_eligible', 'invest.pay.refundingText', 'none'],
    ['refunded', 'account_not_eligible', 'invest.pay.refundedText', 'none'],
    ['refunding', 'cancelled', 'invest.pay.refundingText', 'none'],
    ['refunded', 'dispute_lost', 'invest.pay.disputeLostText', 'none'],
    ['refunded', 'units_unavailable', 'invest.pay.refundedText', 'retry'],
  ] as const)('explains an order that is %s (%s)', (status, reason, text, action) => {
    expect(outcomeOf(status, 0, { reason })).toMatchObject({ text, action })
  })

  it.each([
    ['declined', 'invest.pay.failed', 'invest.pay.failedText', 'retry'],
    ['rejected', 'invest.pay.failed', 'invest.pay.rejectedText', 'retry'],
    ['wrong_payment', 'invest.pay.wrongPayment', 'invest.pay.wrongPaymentText', 'none'],
  ] as const)('explains a payment that failed as %s', (why, title, text, action) => {
    expect(outcomeOf('failed', 0, { failure: why })).toMatchObject({ title, text, action })
  })

  it.each([
    ['cancelled', 'invest.pay.why.cancelled'],
    ['cancelled_by_staff', 'invest.pay.why.staff'],
    ['raise_failed', 'invest.pay.why.raiseFailed'],
    ['account_not_eligible', 'invest.pay.why.account'],
    ['units_unavailable', 'invest.pay.why.units'],
    ['annual_limit', 'invest.pay.why.annualLimit'],
    ['dispute_lost', null],
  ] as const)('says why the payment of an order is refunded (%s)', (reason, text) => {
    expect(refundReason({ reason })).toBe(text)
  })

  it('has its own text for every reason of a refund, and none for reasons of unpaid orders', () => {
    const isUnpaid = (reason: OrderReason) => reason === 'lapsed' || reason === 'released'
    const refunded = OrderReason.options.filter((reason) => !isUnpaid(reason))
    const texts = refunded.map((reason) => refundReason({ reason }))
    expect(new Set(texts).size).toBe(refunded.length)
    expect(outcomeOf('refunded', 0, { reason: 'annual_limit' }).action).toBe('none')
  })

  it('states that the shares of an allotted order are registered, with the order’s own dates', () => {
    expect(outcomeOf('confirmed', 0, { state: 'allotted' }).title).toBe('invest.pay.registered')
    const [ended, at] = ['2026-12-22T20:00:00.000Z', '2026-12-23T08:00:00.000Z']
    const steps = timelineOf({ state: 'allotted', paidAt: at, coolingOffEndsAt: ended, allottedAt: at }, undefined)
    expect(steps.map(({ date, done }) => [date?.at, done])).toEqual([
      [at, true],
      [undefined, true],
      [ended, true],
      [at, true],
    ])
  })

  it('does not report a refund in progress as finished', () => {
    const { title, word, text, pollMs } = outcomeOf('refunding', 0)
    expect([title, word, text]).toEqual([
      'invest.pay.refunding',
      'invest.pay.word.refunding',
      'invest.pay.refundingText',
    ])
    expect(pollMs).toBe(5_000)
  })

  it('ignores an unfilled session placeholder', () => {
    const read = (query: string) => readSessionId(new URLSearchParams(query))
    expect(read('session_id=cs_test_a1')).toBe('cs_test_a1')
    expect(read('session_id={CHECKOUT_SESSION_ID}')).toBeNull()
    expect(read('')).toBeNull()
  })

  it('lists the dates that the server names for the holding', () => {
    const closes = { kind: 'raise_deadline' as const, at: '2026-12-20T20:00:00.000Z', exact: false }
    const ends = { kind: 'cooling_off_ends' as const, at: '2026-12-22T20:00:00.000Z', exact: false }
    const steps = timelineOf(
      { paidAt: '2026-11-21T10:00:00.000Z' },
      { nextDates: [closes, ends], raiseState: 'active' },
    )
    expect(steps.map(({ key, date, done }) => [key, date?.at, date?.exact, done])).toEqual([
      ['paid', '2026-11-21T10:00:00.000Z', true, true],
      ['closes', closes.at, false, false],
      ['coolingOff', ends.at, false, false],
      ['registered', undefined, undefined, false],
    ])
  })

  it('shows no date that the server doesn’t name, and a funded offering as closed', () => {
    const steps = timelineOf({ paidAt: '2026-11-21T10:00:00.000Z' }, { nextDates: [], raiseState: 'funded' })
    expect(steps.map(({ key, date, done }) => [key, date !== null, done]).slice(1, 3)).toEqual([
      ['closes', false, true],
      ['coolingOff', false, false],
    ])
    expect(timelineOf({}, undefined).every(({ date }) => date === null)).toBe(true)
  })
})
