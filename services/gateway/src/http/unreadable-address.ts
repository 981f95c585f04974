import { html, page, stylesheet } from '@hissa/brand'
import { noteProblemCode, type ProblemError } from '@hissa/kernel'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_CODES, LANGUAGES, type Language } from '@hissa/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { pageTexts } from '../texts/pages.js'
import { NOT_PAGES } from './not-pages.js'
import { sendProblem } from './problem.filter.js'

/** Loads no font, because this page is sent before the web's files are known. */
const STYLE = stylesheet(() => undefined, 'main p{max-width:64ch;margin-block:16px}')
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The policy of the page: its inline style, and nothing else. */
const UNREADABLE_ADDRESS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`

const PAGES = new Map(LANGUAGE_CODES.map((language) => [language, pageIn(language)]))

/**
 * Rejects an address that can't be decoded, contains a line break or is too long. Browsers get a page in the language
 * of the path's prefix, and other clients get a problem. The page never repeats the address, and sets its own headers
 * because hooks may not have run. The web can't render this page, because its router needs a valid address.
 */
export function refuseAddress(reply: FastifyReply, { url, headers }: FastifyRequest, refusal: ProblemError): void {
  const isPage = !NOT_PAGES.test(url) && /\btext\/html\b/i.test(headers.accept ?? '')
  if (!isPage) return sendProblem(reply, refusal)
  noteProblemCode(reply, refusal.code)
  const prefix = /^\/([a-z]{2})(\/|$|\?)/.exec(url)?.[1]
  void reply
    .status(refusal.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': UNREADABLE_ADDRESS_POLICY,
      'x-content-type-options': 'nosniff',
    })
    .send(PAGES.get(isLanguage(prefix) ? prefix : DEFAULT_LANGUAGE)!)
}

function pageIn(language: Language): string {
  const t = pageTexts(language)
  const title = t('page.unreadable.title')
  const home = language === DEFAULT_LANGUAGE ? '/' : `/${language}`
  return page({
    ...{ title: `${title} · Hissa`, lang: language, dir: LANGUAGES[language].dir, brand: t('page.brand'), home },
    ...{ width: 'text', style: { text: STYLE } },
    body: html`<h1>${title}</h1>
      <p>${t('page.unreadable.text')}</p>
      <p><a href="${home}">${t('page.unreadable.home')}</a></p>`,
  })
}
