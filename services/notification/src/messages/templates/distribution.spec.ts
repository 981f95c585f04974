import { describe, expect, it } from '@jest/globals'
import { arabic, distribution, english } from '../../../test/sample-messages.js'
import { renderDistribution } from './distribution.js'

describe('a paid distribution', () => {
  it('states the amount and how it follows from net income and shares', () => {
    const { subject, text } = renderDistribution(english, distribution)
    expect(subject).toBe('You received AED 61.68 of rent from Al Reem 2 bed')
    expect(text).toContain(
      'Period: Quarter 3 of 2026\nNet income of the property: AED 23,130.00\nYour shares: 40 of 15000\nYour distribution: AED 61.68',
    )
  })

  it('has the same figures in Arabic', () => {
    const { text } = renderDistribution(arabic, distribution)
    for (const figure of ['AED 61.68', 'AED 23,130.00', '40', '15000']) expect(text).toContain(figure)
  })
})
