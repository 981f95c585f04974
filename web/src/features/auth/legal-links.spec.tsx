import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderUi } from '../../../test/render.js'
import { LegalLinks, SignUpLegal } from './legal-links.js'

describe.each([
  ['sign-up', <SignUpLegal key="up" />, 'terms of use', 'privacy notice'],
  ['sign-in', <LegalLinks key="in" />, 'Terms of use', 'Privacy notice'],
])('the legal links of the %s page', (_name, element, terms, privacy) => {
  it('open the terms and the privacy notice in a new tab', () => {
    renderUi(element)
    for (const [name, address] of [
      [terms, '/legal#terms'],
      [privacy, '/legal#privacy'],
    ] as const) {
      const link = screen.getByRole('link', { name })
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank'])
    }
  })
})
