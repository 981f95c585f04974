import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { Footer } from './footer.js'

beforeEach(() => localStorage.clear())

describe('footer', () => {
  it.each([
    ['en', 'Support', 'Contact Us'],
    ['ar', 'الدعم', 'تواصل معنا'],
  ] as const)('in %s names the mailbox that people read, and opens a mail to it', (locale, column, link) => {
    renderUi(<Footer />, locale)
    const support = within(screen.getByRole('navigation', { name: column }))
    const mail = support.getByRole('link', { name: new RegExp(`^${link}`) })
    expect(mail.getAttribute('href')).toBe('mailto:contact@hissa.test')
    expect(mail.textContent).toContain('contact@hissa.test')
  })
})
