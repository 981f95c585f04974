import { describe, expect, it } from '@jest/globals'
import { routeOf } from './route.js'

describe('a request for advice', () => {
  it.each([
    ['plain', 'Should I buy this?'],
    ['with invisible characters inside its words', 'Sho\u200buld\u200d I b\u00aduy this?'],
    ['in full-width letters', 'Ｓｈｏｕｌｄ I ｂｕｙ this?'],
    ['with accents', 'Shóuld I búy this?'],
    ['in Arabic with tatweel, marks and invisible characters', 'ان\u200cصحـــني هل أشْتري؟'],
  ])('is declined: %s', (_case, question) => {
    expect(routeOf(question, { hasProperty: false })).toEqual({ to: 'declined' })
  })
})

it('a question about the account keeps its route with a curly apostrophe', () => {
  expect(routeOf('What’s my balance? How much have I invested?', { hasProperty: false })).toMatchObject({
    to: 'account',
  })
})

it.each(['Can I pay from my cash balance?', 'هل يمكنني الدفع من رصيدي النقدي؟'])(
  'a question about paying from cash is not one about what was invested: %s',
  (question) => {
    expect(routeOf(question, { hasProperty: false })).toEqual({ to: 'articles' })
  },
)
