import { logAccess, unrecordedTracer, type Logger } from '@hissa/kernel'
import fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { serveStyle } from '@hissa/local-kit/style'
import { registerApi } from './api.js'
import { closeDispute, completeRefund, dispute, failRefund, settleRefunds } from './after-payment.js'
import { registerCheckout } from './checkout.js'
import { consolePage } from './console-page.js'
import { registerElements } from './elements.js'
import { invalid, StripeFailure } from './errors.js'
import { Fault, type FaultMode } from '@hissa/local-kit/fault'
import { isFromOwnPage, requireOwnHost } from '@hissa/local-kit/own-page'
import { parseForm, type Form } from './form.js'
import { refund } from './refunds.js'
import { Sandbox } from './sandbox.js'
import { text } from './session-request.js'
import { Store } from './store.js'
import { WebhookSender } from './webhooks.js'

export { STRIPE_JS_PATH } from './elements.js'
export type { FaultMode } from '@hissa/local-kit/fault'

const BODY_LIMIT_BYTES = 256 * 1024
const EXPIRY_SWEEP_MS = 1_000
const SLOW_MS = 10_000

export interface PaymentsOptions {
  /** 0 chooses a free port. */
  port: number
  /** Folder of `payments.sqlite`. */
  dataDir: string
  webhookUrl: string
  webhookSecret: string
  secretKey: string
  /** Receives a line for each request and each failed webhook delivery. */
  logger?: Logger
  /** The address to listen on. Default: 127.0.0.1; a container needs 0.0.0.0. */
  host?: string
  /** Hosts that requests may name besides this machine's own and that of `publicUrl`. */
  hosts?: readonly string[]
  /** Address of the hosted page for browsers, if it differs from the listening address. */
  publicUrl?: string
  /** Shown on the payment page. */
  merchant?: string
  /** How long the fault `slow` delays a request. */
  slowMs?: number
  /** Wall time in epoch milliseconds; tests replace it. */
  nowMs?: () => number
}

export interface Payments {
  url: string
  /** Applies a fault until `untilMs` (epoch milliseconds); null ends it. */
  setFault(mode: FaultMode | null, untilMs: number): void
  close(): Promise<void>
}

/**
 * Starts the payments sandbox: Stripe's API at /v1 for the calls the product makes, the hosted page at
 * /c/pay/{session}, signed webhooks to `webhookUrl`, and a console page at /.
 * Refuses to run with NODE_ENV=production. Throws when the port is in use.
 */
export async function startPayments(options: PaymentsOptions): Promise<Payments> {
  if (process.env.NODE_ENV === 'production') throw new Error('The payments sandbox does not run in production.')
  const nowMs = options.nowMs ?? Date.now
  const store = new Store(options.dataDir)
  const fault = new Fault(options.slowMs ?? SLOW_MS)
  const sender = new WebhookSender({
    store,
    url: options.webhookUrl,
    secret: options.webhookSecret,
    nowMs,
    paused: () => fault.current === 'down',
    log: (message, fields) => options.logger?.warn(fields, message),
  })
  const at = { url: '' }
  const sandbox = new Sandbox(store, {
    baseUrl: () => options.publicUrl ?? at.url,
    nowMs,
    onEvent: () => sender.wake(),
  })
  const app = await listen(options, { store, fault, sandbox, sender, nowMs })
  at.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  sender.wake()
  const sweep = setInterval(() => {
    sandbox.expireDue()
    settleRefunds(sandbox, store)
  }, EXPIRY_SWEEP_MS)
  return {
    url: at.url,
    setFault: (mode, untilMs) => fault.set(mode, untilMs),
    close: async () => {
      clearInterval(sweep)
      await app.close()
      await sender.close()
      store.close()
    },
  }
}

interface Parts {
  store: Store
  fault: Fault
  sandbox: Sandbox
  sender: WebhookSender
  nowMs: () => number
}

async function listen(options: PaymentsOptions, parts: Parts): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    // Read in the handler: an exception of a parser here would end the process.
    routerOptions: { querystringParser: (query) => ({ text: query }) },
  })
  if (options.logger) logAccess(app, options.logger, unrecordedTracer)
  const { publicUrl, hosts = [] } = options
  requireOwnHost(app, publicUrl ? [...hosts, new URL(publicUrl).hostname] : hosts)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseForm(body as string))
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }))
    }
  })
  registerApi(app, { ...parts, secretKey: options.secretKey })
  registerElements(app, parts)
  registerCheckout(app, { ...parts, merchant: options.merchant ?? 'Hissa' })
  registerConsole(app, parts, options.webhookUrl)
  try {
    await app.listen({ host: options.host ?? '127.0.0.1', port: options.port })
  } catch (error) {
    parts.store.close()
    throw error
  }
  return app
}

function registerConsole(app: FastifyInstance, parts: Parts, webhookUrl: string): void {
  serveStyle(app)
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(consolePage(parts.store, parts.sandbox, webhookUrl)),
  )
  const { store, sandbox } = parts
  const press = (path: string, act: (id: string, form: Form) => void) =>
    app.post<{ Params: { id: string } }>(path, (request, reply) => {
      if (!isFromOwnPage(request)) return reply.status(403).send('Forbidden')
      try {
        act(request.params.id, (request.body ?? {}) as Form)
      } catch (error) {
        if (!(error instanceof StripeFailure)) throw error
        return reply.status(error.status).type('text/plain').send(error.message)
      }
      return reply.redirect('/', 303)
    })
  press('/events/:id/resend', (id) => {
    store.resend(id, parts.nowMs())
    parts.sender.wake()
  })
  press('/charges/:id/refund', (charge, form) => {
    const asked = { paymentIntent: null, charge, amount: enteredAmount(form), reason: null, metadata: {} }
    refund(sandbox, store, asked, { id: null, idempotency_key: null })
  })
  press('/charges/:id/dispute', (id) => dispute(sandbox, store, id))
  press('/refunds/:id/complete', (id) => completeRefund(sandbox, store, id))
  press('/refunds/:id/fail', (id) => failRefund(sandbox, store, id))
  press('/disputes/:id/win', (id) => closeDispute(sandbox, store, id, 'won'))
  press('/disputes/:id/lose', (id) => closeDispute(sandbox, store, id, 'lost'))
}

/** Returns the entered amount in the smallest unit; null, for all that is left, if none is entered. */
function enteredAmount(form: Form): number | null {
  const entered = text(form.amount)?.replaceAll(',', '').trim()
  if (!entered) return null
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(entered)) throw invalid(`Not an amount: ${entered}`, 'amount')
  return Math.round(Number(entered) * 100)
}
