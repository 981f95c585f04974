import { describe, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import { DocumentPages } from './document-page.js'

const FILES = [
  '/favicon.svg',
  '/assets/readex-pro-arabic-wght-normal-abc.woff2',
  '/assets/readex-pro-latin-wght-normal-abc.woff2',
]
const DOCUMENT = {
  ...{ title: 'حقائق & أرقام', locale: 'ar', version: 2, hash: 'ab12' },
  body: '<article lang="ar" dir="rtl"><h2>نص</h2></article>',
  pdfHref: '/facts/pdf?locale=ar',
}

describe('DocumentPages', () => {
  const pages = new DocumentPages(FILES)
  const rendered = pages.render(DOCUMENT)
  const style = /<style>(.*?)<\/style>/s.exec(rendered)![1]!

  it('contains the document unchanged, as its hash covers it, with version and hash', () => {
    expect(rendered).toContain(DOCUMENT.body)
    expect(rendered).toContain('<h1>حقائق &amp; أرقام</h1>')
    expect(rendered).toContain('v2 · SHA-256 ab12')
  })

  it('has one style that its policy allows, and no script', () => {
    expect(rendered.match(/<style>/g)).toHaveLength(1)
    expect(rendered).not.toMatch(/<script|style="/)
    expect(pages.policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })

  it('loads the font for both scripts from the web’s own files', () => {
    for (const file of FILES.slice(1)) expect(style).toContain(`url("${file}")`)
    expect(pages.policy).toContain("font-src 'self'")
  })

  it('loads no font that the web does not have', () => {
    expect(new DocumentPages([]).render(DOCUMENT)).not.toContain('@font-face')
  })

  it('links to the PDF of the same content', () => {
    expect(rendered).toContain('<a href="/facts/pdf?locale=ar">PDF</a>')
  })

  it('is in the direction of its language, and links to the others and to the home page', () => {
    expect(rendered).toContain('<html lang="ar" dir="rtl">')
    expect(rendered).toContain('<a href="?locale=en" lang="en" hreflang="en">English</a>')
    expect(rendered).toContain('href="/ar"')
    expect(new DocumentPages([]).render({ ...DOCUMENT, locale: 'en' })).toContain('class="brand" href="/"')
  })
})
