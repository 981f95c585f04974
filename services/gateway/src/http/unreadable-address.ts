import { noteProblemCode, type ProblemError } from '@hissa/kernel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { NOT_PAGES } from './not-pages.js'
import { sendProblem } from './problem.filter.js'

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:20vh auto;padding:0 1rem}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The policy of the page: its own style, and nothing else. */
const UNREADABLE_ADDRESS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`

const ENGLISH = page({
  root: '<html lang="en" dir="ltr">',
  title: 'This address can’t be read',
  text: 'It contains characters that aren’t valid, or it’s too long. Check the address, or continue from the home page.',
  home: '<a href="/">Home page</a>',
})
const ARABIC = page({
  root: '<html lang="ar" dir="rtl">',
  title: 'تعذرت قراءة هذا العنوان',
  text: 'يحتوي العنوان على رموز غير صالحة أو أنه أطول من اللازم. تحقق من العنوان أو تابع من الصفحة الرئيسية.',
  home: '<a href="/ar">الصفحة الرئيسية</a>',
})

/**
 * Refuses an address that cannot be read or is too long: a browser gets a page in the language of the prefix, other
 * clients a problem. The page never repeats the address, and sets its own headers because hooks may not have run. The
 * web cannot render it: every one of its pages belongs to an address.
 */
export function refuseAddress(reply: FastifyReply, { url, headers }: FastifyRequest, refusal: ProblemError): void {
  const isPage = !NOT_PAGES.test(url) && /\btext\/html\b/i.test(headers.accept ?? '')
  if (!isPage) return sendProblem(reply, refusal)
  noteProblemCode(reply, refusal.code)
  void reply
    .status(refusal.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': UNREADABLE_ADDRESS_POLICY,
      'x-content-type-options': 'nosniff',
    })
    .send(/^\/ar(\/|$|\?)/.test(url) ? ARABIC : ENGLISH)
}

function page({ root, title, text, home }: Record<'root' | 'title' | 'text' | 'home', string>): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Hissa</title>`
  const body = `<main><h1>${title}</h1><p>${text}</p><p>${home}</p></main>`
  return `<!doctype html>${root}<head>${head}<style>${STYLE}</style></head><body>${body}</body></html>`
}
