import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '@hissa/texts'
import type { Site } from './web-entry.js'

/** A page without its language, and its last change, where that is known. */
export interface SitePage {
  path: string
  changedAt?: string | undefined
}

/** Addresses in one sitemap at most, by the protocol of sitemaps.org. */
const MAX_URLS = 50_000
/** Pages in one sitemap at most; each has an address in every language. */
export const PAGES_PER_SITEMAP = MAX_URLS / LANGUAGE_CODES.length

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const URL_SET = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns the address of a page in a language: `/properties` is `/ar/properties` in Arabic. */
function addressOf(publicUrl: string, path: string, language: Language): string {
  const prefix = language === DEFAULT_LANGUAGE ? '' : `/${language}`
  return new URL(prefix && path === '/' ? prefix : `${prefix}${path}`, publicUrl).href
}

/** Writes a sitemap in parts, so that none of the largest size is ever in memory. */
export async function* sitemap(publicUrl: string, pages: AsyncIterable<readonly SitePage[]>): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${URL_SET} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for await (const some of pages) yield some.map((page) => entries(publicUrl, page)).join('')
  yield '</urlset>\n'
}

/** Returns an entry for each language of a page, each naming all of them. */
function entries(publicUrl: string, { path, changedAt }: SitePage): string {
  const at = (language: Language) => escape(addressOf(publicUrl, path, language))
  const alternate = (language: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`
  const alternates = [
    ...LANGUAGE_CODES.map((language) => alternate(language, at(language))),
    alternate('x-default', at(DEFAULT_LANGUAGE)),
  ].join('')
  const changed = changedAt === undefined ? '' : `<lastmod>${escape(changedAt)}</lastmod>`
  return LANGUAGE_CODES.map((language) => `<url><loc>${at(language)}</loc>${changed}${alternates}</url>\n`).join('')
}

/** Returns the list of the sitemaps `/sitemap-1.xml` and so on, where one is not enough for all pages. */
export function sitemapIndex(publicUrl: string, sitemaps: number): string {
  const locations = Array.from({ length: sitemaps }, (_, index) => {
    const href = new URL(`/sitemap-${index + 1}.xml`, publicUrl).href
    return `<sitemap><loc>${escape(href)}</loc></sitemap>\n`
  })
  return `${HEAD}<sitemapindex ${URL_SET}>\n${locations.join('')}</sitemapindex>\n`
}

/** Parts of the gateway without public pages. Pictures and scripts stay open, because engines render with them. */
const MACHINES = ['/api/', '/audio/', '/idp/', '/sandbox/', '/ws/']

/** Returns `robots.txt`: what search engines need not read, in each language, and where the sitemap is. */
export function robots(publicUrl: string, { closed }: Pick<Site, 'closed'>): string {
  const prefixes = LANGUAGE_CODES.map((language) => (language === DEFAULT_LANGUAGE ? '' : `/${language}`))
  const paths = [...MACHINES, ...prefixes.flatMap((prefix) => closed.map((path) => `${prefix}${path}`))]
  const lines = ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), '']
  return [...lines, `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`, ''].join('\n')
}

/** Escapes a text for an element and an attribute of XML. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
