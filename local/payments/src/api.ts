import { createHash } from 'node:crypto'
import { noteProblemCode } from '@hissa/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { attachById, cardsOf, createCustomer, detach } from './customers.js'
import { invalid, missing, noSuch, StripeFailure } from './errors.js'
import { expand } from './expand.js'
import type { Fault } from '@hissa/local-kit/fault'
import { parseForm, type Form } from './form.js'
import { stripeId } from './ids.js'
import { payIntent } from './intents.js'
import { refund, type RefundRequest } from './refunds.js'
import type { Sandbox } from './sandbox.js'
import { integer, metadataOf, readSessionRequest, refuseUnknown, text } from './session-request.js'
import type { Store } from './store.js'

const DAY_MS = 86_400_000
const MAX_KEY_CHARS = 255
const REFUND_PARAMS = new Set(['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'])
const CUSTOMER_PARAMS = new Set(['email', 'name', 'metadata', 'expand'])
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']

export interface ApiParts {
  store: Store
  sandbox: Sandbox
  fault: Fault
  secretKey: string
  nowMs: () => number
}

interface Call {
  form: Form
  params: Record<string, string>
  origin: { id: string; idempotency_key: string | null }
}

/**
 * Registers the part of Stripe's API at /v1 that the product calls. Other paths respond with 404 and Stripe's message.
 */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  const { store, sandbox } = parts
  const route = (method: 'GET' | 'POST', url: string, answer: (call: Call) => unknown): void => {
    app.route({ method, url: `/v1${url}`, handler: (request, reply) => handle(parts, request, reply, answer) })
  }
  route('POST', '/checkout/sessions', ({ form }) =>
    sandbox.createSession(readSessionRequest(form, Math.floor(parts.nowMs() / 1000))),
  )
  route('GET', '/checkout/sessions', ({ form }) => {
    sandbox.expireDue()
    return page(store, 'checkout.session', '/v1/checkout/sessions', form, {
      status: text(form.status),
      payment_intent: text(form.payment_intent),
    })
  })
  route('GET', '/checkout/sessions/:id', ({ params }) => sandbox.session(params.id ?? ''))
  route('POST', '/checkout/sessions/:id/expire', ({ params, origin }) => sandbox.expireSession(params.id ?? '', origin))
  route('GET', '/checkout/sessions/:id/line_items', ({ params }) => ({
    object: 'list',
    data: sandbox.lineItems(params.id ?? ''),
    has_more: false,
    url: `/v1/checkout/sessions/${params.id}/line_items`,
  }))
  route('POST', '/refunds', ({ form, origin }) => refund(sandbox, store, readRefund(form), origin))
  route('POST', '/payment_intents', ({ form }) => payIntent(sandbox, store, form))
  registerCustomers(route, parts)
  registerReads(route, store)
  app.all('/v1/*', (request, reply) =>
    handle(parts, request, reply, () => {
      throw new StripeFailure(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). This sandbox speaks the part of Stripe's API that the product calls.`,
      })
    }),
  )
}

function registerCustomers(
  route: (method: 'GET' | 'POST', url: string, answer: (call: Call) => unknown) => void,
  { store, sandbox }: ApiParts,
): void {
  route('POST', '/customers', ({ form, origin }) => {
    refuseUnknown(form, CUSTOMER_PARAMS)
    const named = { email: text(form.email), name: text(form.name), metadata: metadataOf(form.metadata) }
    return createCustomer(sandbox, store, named, origin)
  })
  route('GET', '/customers/:id/payment_methods', ({ params, form }) => {
    const owner = params.id ?? ''
    if (!store.get('customer', owner)) throw noSuch('customer', owner, 'customer')
    return page(store, 'payment_method', `/v1/customers/${owner}/payment_methods`, form, { customer: owner })
  })
  route('GET', '/customers/:id/payment_methods/:method', ({ params }) => {
    const owned = cardsOf(store, params.id ?? '').find(({ id }) => id === params.method)
    return owned ?? fail(noSuch('PaymentMethod', params.method ?? '', 'payment_method'))
  })
  route('POST', '/payment_methods/:id/attach', ({ params, form }) =>
    attachById(sandbox, store, params.id ?? '', text(form.customer) ?? fail(missing('customer'))),
  )
  route('POST', '/payment_methods/:id/detach', ({ params, origin }) => detach(sandbox, store, params.id ?? '', origin))
}

function registerReads(
  route: (method: 'GET', url: string, answer: (call: Call) => unknown) => void,
  store: Store,
): void {
  const kinds = [
    ['payment_intents', 'payment_intent', []],
    ['setup_intents', 'setup_intent', ['customer', 'payment_method']],
    ['customers', 'customer', ['email']],
    ['payment_methods', 'payment_method', ['customer']],
    ['charges', 'charge', ['payment_intent']],
    ['refunds', 'refund', ['payment_intent', 'charge']],
    ['disputes', 'dispute', ['payment_intent', 'charge']],
    ['events', 'event', ['type']],
    ['balance_transactions', 'balance_transaction', ['source', 'type']],
  ] as const
  for (const [path, kind, filters] of kinds) {
    route(
      'GET',
      `/${path}/:id`,
      ({ params }) => store.get(kind, params.id ?? '') ?? fail(noSuch(kind, params.id ?? '')),
    )
    route('GET', `/${path}`, ({ form }) => {
      const where = Object.fromEntries(filters.map((name) => [name, text(form[name])]))
      return page(store, kind, `/v1/${path}`, form, where)
    })
  }
}

function readRefund(form: Form): RefundRequest {
  refuseUnknown(form, REFUND_PARAMS)
  const reason = text(form.reason)
  if (reason !== null && !REFUND_REASONS.includes(reason)) {
    throw invalid(`Invalid reason: must be one of ${REFUND_REASONS.join(', ')}`, 'reason')
  }
  return {
    paymentIntent: text(form.payment_intent),
    charge: text(form.charge),
    amount: form.amount === undefined ? null : integer(form.amount, 'amount'),
    reason: reason,
    metadata: metadataOf(form.metadata),
  }
}

function page(store: Store, kind: string, url: string, form: Form, where: Record<string, string | null>): unknown {
  const limit = form.limit === undefined ? 10 : integer(form.limit, 'limit')
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100.', 'limit')
  const places = { after: text(form.starting_after), before: text(form.ending_before) }
  const options = { limit: limit + 1, where, ...createdOf(form), ...places }
  const found = store.list(kind, options)
  const more = found.length > limit
  return { object: 'list', data: options.before && more ? found.slice(1) : found.slice(0, limit), has_more: more, url }
}

const CREATED_LIMITS = new Set(['gt', 'gte', 'lt', 'lte'])

/** Reads Stripe's filter `created`: one Unix time in seconds, or limits such as `created[gte]`. */
function createdOf({ created }: Form): { created?: { from: number; to: number } } {
  if (created === undefined) return {}
  if (typeof created === 'string') {
    const at = integer(created, 'created')
    return { created: { from: at, to: at } }
  }
  if (Array.isArray(created)) throw invalid('Invalid hash', 'created')
  refuseUnknown(created, CREATED_LIMITS)
  const limit = (name: string, otherwise: number, exclusive: number) =>
    created[name] === undefined ? otherwise : integer(created[name], `created[${name}]`) + exclusive
  const [least, most] = [0, Number.MAX_SAFE_INTEGER]
  return {
    created: {
      from: Math.max(limit('gte', least, 0), limit('gt', least, 1)),
      to: Math.min(limit('lte', most, 0), limit('lt', most, -1)),
    },
  }
}

async function handle(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (call: Call) => unknown,
): Promise<unknown> {
  const requestId = stripeId('req_')
  void reply.header('request-id', requestId).header('stripe-version', Stripe.API_VERSION).type('application/json')
  try {
    if (await parts.fault.apply(reply))
      throw new StripeFailure(500, { type: 'api_error', message: 'An unknown error occurred.' })
    if (reply.sent) return reply
    authenticate(request, parts.secretKey)
    const key = request.method === 'POST' ? idempotencyKey(request) : null
    const form = request.method === 'POST' ? ((request.body ?? {}) as Form) : readQuery(request)
    const call = {
      form,
      params: request.params as Record<string, string>,
      origin: { id: requestId, idempotency_key: key },
    }
    const finish = (): string => JSON.stringify(expand(answer(call), form.expand, parts))
    if (key === null) return await reply.send(finish())
    const saved = once(parts, key, hashOf(request), finish)
    if (saved.replayed) void reply.header('idempotent-replayed', 'true')
    return await reply.send(saved.body)
  } catch (error) {
    return sendFailure(reply, error)
  }
}

/**
 * Stripe's rule: the first request with a key is executed and its response stored for 24 hours. The same request gets
 * that response again; a different request with the key gets 400 idempotency_error. A rejected request does not use the
 * key. The effect and the stored response are one transaction.
 */
function once(parts: ApiParts, key: string, hash: string, work: () => string): { body: string; replayed: boolean } {
  return parts.store.transaction(() => {
    parts.store.dropAnswersBefore(parts.nowMs() - DAY_MS)
    const known = parts.store.answer(key)
    if (known && known.hash !== hash) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    if (known) return { body: known.body, replayed: true }
    const body = work()
    parts.store.putAnswer(key, { hash, status: 200, body }, parts.nowMs())
    return { body, replayed: false }
  })
}

function readQuery(request: FastifyRequest): Form {
  try {
    return parseForm((request.query as { text?: string }).text ?? '')
  } catch (error) {
    throw invalid((error as Error).message)
  }
}

function hashOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('hex')
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > MAX_KEY_CHARS) throw invalid('Idempotency keys can be up to 255 characters long.')
  return key
}

function authenticate(request: FastifyRequest, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given === secretKey) return
  const message = given
    ? `Invalid API Key provided: ${given.slice(0, 8)}****`
    : 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.'
  throw new StripeFailure(401, { type: 'invalid_request_error', message })
}

function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  if (reply.sent) return reply
  const failure =
    error instanceof StripeFailure
      ? error
      : new StripeFailure(500, { type: 'api_error', message: 'An unknown error occurred.' })
  if (!(error instanceof StripeFailure)) reply.log.error({ err: error }, 'payments sandbox failed')
  noteProblemCode(reply, failure.body.code ?? failure.body.type)
  return reply.status(failure.status).send(JSON.stringify({ error: failure.body }))
}

function fail(error: Error): never {
  throw error
}
