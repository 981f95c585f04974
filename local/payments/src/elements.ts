import { fontCss } from '@hissa/local-kit/style'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { readCard, type CardForm } from './cards.js'
import { wordsIn } from './checkout-words.js'
import { offered } from './customers.js'
import { challengeFrame, closedFrame, framePage } from './elements-page.js'
import { sessionForPage } from './elements-session.js'
import { StripeFailure } from './errors.js'
import type { Fault } from '@hissa/local-kit/fault'
import { parseForm, type Form } from './form.js'
import { attemptSession, authenticateSession, type Means, type PayOutcome } from './pay-session.js'
import type { Sandbox, Session } from './sandbox.js'
import { text } from './session-request.js'
import type { Store } from './store.js'

export interface ElementsParts {
  sandbox: Sandbox
  store: Store
  fault: Fault
  nowMs: () => number
}

/** The address of the script, which names the API's release as Stripe's does. */
export const STRIPE_JS_PATH = '/endive/stripe.js'

const file = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')
const FILES = {
  [STRIPE_JS_PATH]: [file('stripe.js'), 'text/javascript'],
  '/elements/frame.js': [file('frame.js'), 'text/javascript'],
  '/elements/challenge.js': [file('challenge.js'), 'text/javascript'],
  '/elements/frame.css': [`${fontCss((font) => `/fonts/${font}`)}${file('frame.css')}`, 'text/css'],
} as const

/**
 * Registers the script for a merchant's own payment page and what it calls: the frames of the card fields and of 3-D
 * Secure, the session's data and its confirmation.
 */
export function registerElements(app: FastifyInstance, parts: ElementsParts): void {
  for (const [path, [body, type]] of Object.entries(FILES)) {
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(`${type}; charset=utf-8`)
        .send(body),
    )
  }
  const route = (method: 'GET' | 'POST', url: string, answer: Answer): void => {
    app.route({ method, url, handler: (request, reply) => handle(parts, request, reply, answer) })
  }
  route('POST', '/elements/session', ({ session }, reply) =>
    // Any merchant's page may read a session whose secret it knows.
    reply.header('access-control-allow-origin', '*').send(sessionForPage(parts.sandbox, parts.store, session)),
  )
  route('GET', '/elements/payment', (call, reply) => showFrame(parts, call, reply))
  route('POST', '/elements/confirm', (call, reply) => confirm(parts, call, reply))
  route('GET', '/elements/3ds', (call, reply) => show(call, reply, challengeFrame(viewOf(call))))
  route('POST', '/elements/3ds', (call, reply) => {
    const passed = call.form.result === 'complete'
    const outcome = authenticateSession(parts.sandbox, parts.store, call.session.id, passed)
    return show(call, reply, challengeFrame(viewOf(call), inWords(call, outcome)))
  })
}

interface Call {
  session: Session
  clientSecret: string
  form: Form
}
type Answer = (call: Call, reply: FastifyReply) => FastifyReply

async function handle(
  parts: ElementsParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  if (await parts.fault.apply(reply)) return reply.status(500).send({ error: { message: 'Not available.' } })
  if (reply.sent) return reply
  void reply.header('cache-control', 'no-store')
  try {
    const query = parseForm((request.query as { text?: string }).text ?? '')
    const form = { ...query, ...((request.body ?? {}) as Form) }
    const clientSecret = text(form.client_secret) ?? ''
    return answer({ session: parts.sandbox.sessionBySecret(clientSecret), clientSecret, form }, reply)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return reply.header('access-control-allow-origin', '*').status(error.status).send({ error: error.body })
  }
}

const viewOf = ({ session, clientSecret, form }: Call) => {
  const locale = text(form.locale) ?? 'en'
  const parentOrigin = session.return_url ? new URL(session.return_url).origin : ''
  return { words: wordsIn(locale), locale, channel: text(form.channel) ?? '', clientSecret, parentOrigin }
}

/** Sends a frame that only the merchant's own page may embed. */
function show(call: Call, reply: FastifyReply, body: string): FastifyReply {
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ${viewOf(call).parentOrigin}`
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(body)
}

function showFrame({ sandbox, store }: ElementsParts, call: Call, reply: FastifyReply): FastifyReply {
  const { session } = call
  const view = viewOf(call)
  if (session.status !== 'open') return show(call, reply, closedFrame(view, session.status as 'complete' | 'expired'))
  const customer = session.customer as string | null
  const saved = customer !== null && session.mode === 'payment' ? offered(store, customer) : []
  const { offersSaving } = sandbox.noteOf(session.id).request
  return show(call, reply, framePage({ ...view, saved, offersSaving }))
}

function confirm({ sandbox, store, nowMs }: ElementsParts, call: Call, reply: FastifyReply): FastifyReply {
  const { session, form } = call
  const email = text(form.email) ?? session.customer_email ?? emailOf(store, session)
  if (!email) return reply.send({ kind: 'failed', message: 'An email address is required to confirm the session.' })
  const read = meansOf(form, new Date(nowMs()))
  if ('errors' in read) return reply.send({ kind: 'invalid', ...inWordsOf(call, read.errors) })
  if (session.status === 'open') sandbox.rememberEmail(session, email)
  return reply.send(inWords(call, attemptSession(sandbox, store, session.id, read)))
}

const emailOf = (store: Store, session: Session) =>
  session.customer ? store.get<Stripe.Customer>('customer', session.customer as string)?.email : undefined

/** Reads how a form pays: with a saved card, or with the entered one unless its fields have errors. */
export function meansOf(form: Form, now: Date): Means | { errors: Record<string, string> } {
  const savedId = text(form.saved)
  if (savedId) return { savedId }
  const field = (name: keyof CardForm) => text(form[name]) ?? ''
  const typed = { number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') }
  const read = readCard(typed, now)
  return 'errors' in read ? read : { card: read.card, number: typed.number, saves: form.save === '1' }
}

function inWordsOf(call: Call, errors: Record<string, string>) {
  const { words } = viewOf(call)
  const told = Object.entries(errors).map(([field, message]) => [field, words.message(message)] as const)
  return { message: told[0]?.[1] ?? '', errors: Object.fromEntries(told) }
}

/** Returns an outcome with its message in the page's language. */
function inWords(call: Call, outcome: PayOutcome): object {
  const { words } = viewOf(call)
  if (outcome.kind === 'closed') return { ...outcome, message: words.closed[outcome.status][1] }
  return outcome.kind === 'declined' ? { ...outcome, message: words.message(outcome.message) } : outcome
}
