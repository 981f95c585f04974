import { EXEMPT_CONSIDERATION_FILS, EXEMPT_PERSONS } from './limits.js'
import type { Rule } from './rule.js'

const SOURCE = 'ADGM, rules for private financing platforms. Applies to offers of this basis only.'

/** Of an offer to professional clients: denies retail clients. */
const offerClass: Rule = {
  id: 'adgm.offer-class',
  version: 1,
  explanation: `An offer with the basis exempt-professional is directed at professional clients only. ${SOURCE}`,
  evaluate: ({ basis, investorClass }) => ({
    allowed: basis !== 'exempt-professional' || investorClass !== 'retail',
    inputs: { basis, investorClass },
  }),
}

/** Of an offer that is exempt by its consideration: denies orders below USD 100,000. */
const offerConsideration: Rule = {
  id: 'adgm.offer-consideration',
  version: 1,
  explanation:
    'Each order of an offer with the basis exempt-consideration is at least USD 100,000 (AED 367,250 at the fixed rate ' +
    `of 3.6725). ${SOURCE}`,
  evaluate: ({ basis, amountFils }) => ({
    allowed: basis !== 'exempt-consideration' || amountFils >= EXEMPT_CONSIDERATION_FILS,
    inputs: { basis, amountFils },
  }),
}

/** Of an offer that is exempt by the number of persons: denies the 50th within 12 months. */
const offerPersons: Rule = {
  id: 'adgm.offer-persons',
  version: 1,
  explanation:
    'An offer with the basis exempt-persons is made to fewer than 50 persons in 12 months. Everyone who ordered counts, ' +
    `also when the order ended unpaid. Professional clients do not count. ${SOURCE}`,
  evaluate: ({ basis, investorClass, otherPersons, isKnownPerson }) => ({
    allowed: basis !== 'exempt-persons' || investorClass !== 'retail' || isKnownPerson || otherPersons < EXEMPT_PERSONS,
    inputs: { basis, investorClass, otherPersons, isKnownPerson },
  }),
}

/** The conditions of exempt offers. */
export const ADGM_OFFER_RULES = [offerClass, offerConsideration, offerPersons] as const
