import { describe, expect, it } from '@jest/globals'
import { behaviourOf, passesLuhn, readCard } from './cards.js'

const NOW = new Date('2026-11-21T12:00:00Z')
const GOOD = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', name: 'Aisha Khan' }

describe('readCard', () => {
  it('accepts a card in its last month and keeps only the last four digits', () => {
    expect(readCard(GOOD, NOW)).toEqual({
      card: { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2026, name: 'Aisha Khan' },
    })
  })

  it.each([
    ['a wrong digit', { number: '4242424242424241' }, { number: 'Your card number is invalid.' }],
    ['no number', { number: '' }, { number: 'Enter the card number.' }],
    ['last month', { expiry: '10/26' }, { expiry: "Your card's expiration date is in the past." }],
    ['month 13', { expiry: '13/30' }, { expiry: "Your card's expiration date is incomplete." }],
    ['a short CVC', { cvc: '12' }, { cvc: "Your card's security code is incomplete." }],
    ['no name', { name: ' ' }, { name: 'Enter the name on the card.' }],
  ])('refuses %s', (_case, change, errors) => {
    expect(readCard({ ...GOOD, ...change }, NOW)).toEqual({ errors })
  })
})

describe('behaviourOf', () => {
  it.each([
    ['4242424242424242', { kind: 'succeed' }],
    ['4000 0027 6000 3184', { kind: 'authenticate' }],
    ['4000 0025 0000 3155', { kind: 'authenticate' }],
    ['4000000000000002', { kind: 'decline', decline: { code: 'card_declined', declineCode: 'generic_decline' } }],
    ['4000000000009995', { kind: 'decline', decline: { code: 'card_declined', declineCode: 'insufficient_funds' } }],
    ['4111111111111111', { kind: 'decline', decline: { code: 'card_declined', declineCode: 'test_mode_live_card' } }],
  ])('%s', (number, behaviour) => {
    expect(passesLuhn(number)).toBe(true)
    expect(behaviourOf(number)).toMatchObject(behaviour)
  })
})
