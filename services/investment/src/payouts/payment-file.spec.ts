import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { bankName, paymentXml } from './payment-file.js'

const IBAN = 'AE070331234567890123456'
const fileFor = (holderName: string) =>
  paymentXml({ fileId: 'f', at: new Date(0), payerIban: IBAN, totalFils: fils(100) }, [
    { endToEndId: 'e', reference: 'HW-1', amountFils: fils(100), iban: IBAN, holderName },
  ])

describe('the name of a receiver in a payment file', () => {
  it.each([
    ['Layla\uFFFE Haddad', 'Layla Haddad'],
    ['Layla\n\tHaddad\u0000', 'Layla Haddad'],
    ['\u202ELayla \u{1F600} Haddad\uD800', 'Layla Haddad'],
    ['Zoë Łuczak-O’Neill', "Zoe Luczak-O'Neill"],
    ['Strauß & Søn <b>', 'Strauss Son b'],
  ])('of %j is %s, in characters that every bank takes', (name, written) => {
    expect(bankName(name)).toBe(written)
    expect(fileFor(name)).toMatch(/^[\x20-\x7e\n]*$/)
  })

  it('is at most 140 characters long', () => {
    expect(bankName('ß'.repeat(140))).toHaveLength(140)
  })
})
