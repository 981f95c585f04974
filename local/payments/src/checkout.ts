import type { FastifyInstance, FastifyReply } from 'fastify'
import { cardPage, challengePage, closedPage } from './checkout-page.js'
import { offered } from './customers.js'
import { meansOf } from './elements.js'
import { StripeFailure } from './errors.js'
import type { Fault } from '@hissa/local-kit/fault'
import type { Form } from './form.js'
import { attemptSession, authenticateSession, type PayOutcome } from './pay-session.js'
import { successUrlOf, type Sandbox } from './sandbox.js'
import type { Store } from './store.js'
import { text } from './session-request.js'

export interface CheckoutParts {
  sandbox: Sandbox
  store: Store
  fault: Fault
  merchant: string
  nowMs: () => number
}

/** Registers the hosted page: GET and POST /c/pay/{session}, and its 3-D Secure step. Works without scripts. */
export function registerCheckout(app: FastifyInstance, parts: CheckoutParts): void {
  const { sandbox, store } = parts
  const page = (
    url: string,
    method: 'GET' | 'POST',
    answer: (id: string, form: Form, reply: FastifyReply) => FastifyReply,
  ): void => {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        if (await parts.fault.apply(reply))
          return reply.status(500).type('text/plain').send('The payment page is not available.')
        if (reply.sent) return reply
        const { id } = request.params as { id: string }
        try {
          const session = sandbox.session(id)
          // Other sessions are paid on the merchant's own page.
          if (session.ui_mode !== 'hosted_page') return show(reply.status(404), closedPage('unknown', null))
          allowForm(reply, session.success_url)
          return answer(id, (request.body ?? {}) as Form, reply)
        } catch (error) {
          if (!(error instanceof StripeFailure) || error.status !== 404) throw error
          return show(reply.status(404), closedPage('unknown', null))
        }
      },
    })
  }
  page('/c/pay/:id', 'GET', (id, _form, reply) => showCard(parts, id, reply))
  page('/c/pay/:id', 'POST', (id, form, reply) => takeCard(parts, id, form, reply))
  page('/c/pay/:id/3ds', 'GET', (id, _form, reply) => {
    if (!sandbox.isChallenged(id)) return reply.redirect(`/c/pay/${id}`, 303)
    return show(reply, challengePage(viewOf(parts, id)))
  })
  page('/c/pay/:id/3ds', 'POST', (id, form, reply) =>
    answerOutcome(parts, id, authenticateSession(sandbox, store, id, form.result === 'complete'), reply),
  )
}

function viewOf({ sandbox, store, merchant }: CheckoutParts, id: string) {
  const session = sandbox.session(id)
  const saved = session.customer ? offered(store, session.customer as string) : []
  const { offersSaving } = sandbox.noteOf(id).request
  return { session, lines: sandbox.lineItems(id), merchant, saved, offersSaving }
}

// form-action also applies to redirects after a form post, so the policy must name the success URL.
function allowForm(reply: FastifyReply, successUrl: string | null): void {
  const origin = successUrl && URL.canParse(successUrl) ? new URL(successUrl).origin : ''
  void reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${origin}`,
  )
}

const show = (reply: FastifyReply, body: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(body)

function showCard(parts: CheckoutParts, id: string, reply: FastifyReply): FastifyReply {
  const view = viewOf(parts, id)
  if (view.session.status === 'open') return show(reply, cardPage(view))
  const expired = view.session.status === 'expired'
  const back = expired ? view.session.cancel_url : successUrlOf(view.session)
  return show(reply.status(expired ? 410 : 409), closedPage(expired ? 'expired' : 'complete', back))
}

function takeCard(parts: CheckoutParts, id: string, form: Form, reply: FastifyReply): FastifyReply {
  if (parts.sandbox.session(id).status !== 'open') return showCard(parts, id, reply)
  const means = meansOf(form, new Date(parts.nowMs()))
  if ('errors' in means) {
    const typed = { name: text(form.name) ?? '', expiry: text(form.expiry) ?? '' }
    return show(reply.status(422), cardPage({ ...viewOf(parts, id), errors: means.errors, ...typed }))
  }
  return answerOutcome(parts, id, attemptSession(parts.sandbox, parts.store, id, means), reply)
}

function answerOutcome(parts: CheckoutParts, id: string, outcome: PayOutcome, reply: FastifyReply): FastifyReply {
  if (outcome.kind === 'paid') return reply.redirect(outcome.redirectUrl, 303)
  if (outcome.kind === 'authenticate') return reply.redirect(`/c/pay/${id}/3ds`, 303)
  if (outcome.kind === 'closed') return showCard(parts, id, reply)
  return show(reply.status(402), cardPage({ ...viewOf(parts, id), declined: outcome.message }))
}
