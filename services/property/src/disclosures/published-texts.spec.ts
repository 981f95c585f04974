import { describe, expect, it } from '@jest/globals'
import { legalHash } from '../legal/legal-text.js'
import { LEGAL_TEXTS } from '../legal/texts.js'
import { disclosureHash } from './disclosure.js'
import { DISCLOSURES } from './texts.js'

/** The hash of every published version. A changed text is a new version and needs a new line here. */
const PUBLISHED: Record<string, string> = {
  'risk-warning:1': '4a852f48dcf62d5a36d384d20bac9be04e9e9c3fb9acc9791656828d16dcfd62',
  'key-facts:1': '2a9c4229ae395167e8fc5fd9b189436b0dc6791c2985cd58907a1e87b6d18638',
  'fees-and-conflicts:1': '5cac30c18faddad70d7de028a569c1f1fe1c575863b681200249a682552677c8',
  'cooling-off:1': '39f5b083f28ad29b67f07709100751a90edc0c36ce618418f1f82332054881bd',
  'terms:1': 'a5426c97b911a984952df20b5f3d90d3eae14019f1b944c441743c8af7638bce',
  'privacy:1': '017d72fcb9c07ecf615535aa841be30cb48b3e43af8a23dad75300e916430682',
  'complaints:1': '06bfc1852dde49f9ba23c72cba0d50aed680ccdf7c316d5d3571788c042ce2da',
}

describe('disclosures and legal texts', () => {
  it('have the hash of their published version', () => {
    const current = [
      ...DISCLOSURES.map((draft) => [`${draft.documentId}:${draft.version}`, disclosureHash(draft)]),
      ...LEGAL_TEXTS.map((draft) => [`${draft.documentId}:${draft.version}`, legalHash(draft)]),
    ]
    expect(current).toHaveLength(7)
    expect(Object.fromEntries(current)).toEqual(
      Object.fromEntries(current.map(([version]) => [version, PUBLISHED[version!]])),
    )
  })
})
