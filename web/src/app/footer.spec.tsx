import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { Footer } from './footer.js'

beforeEach(() => localStorage.clear())

describe('footer', () => {
  it.each([
    ['en', 'Support', 'Contact Us'],
    ['ar', 'الدعم', 'تواصل معنا'],
  ] as const)('links the contact mailbox in %s', (locale, column, link) => {
    renderUi(<Footer />, locale)
    const support = within(screen.getByRole('navigation', { name: column }))
    const mail = support.getByRole('link', { name: 'contact@hissa.test' })
    expect(mail.getAttribute('href')).toBe('mailto:contact@hissa.test')
    // A narrow column breaks the address after the @.
    expect(mail.innerHTML).toContain('contact@<wbr>hissa.test')
    const page = support.getByRole('link', { name: link })
    expect(page.getAttribute('href')).toBe(locale === 'en' ? '/contact' : '/ar/contact')
  })

  it.each([
    ['About Us', '/about'],
    ['Legal & Compliance', '/legal'],
    ['Terms of use', '/legal#terms'],
    ['Privacy notice', '/legal#privacy'],
    ['Complaints', '/legal#complaints'],
    ['Use on a phone', '/mobile-app'],
    ['Version', '/version'],
    ['Early Access', '/early-access'],
  ])('links %s', (name, address) => {
    renderUi(<Footer />)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address)
  })
})
