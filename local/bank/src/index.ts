import { type Logger, logAccess, unrecordedTracer } from '@hissa/kernel'
import { isFromOwnPage, requireOwnHost } from '@hissa/local-kit/own-page'
import { serveStyle } from '@hissa/local-kit/style'
import fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { readPaymentFile, statementXml } from './messages.js'
import { bankPage } from './page.js'
import { BankStore, type Booking, type Mode, MODES } from './store.js'

const PAGE_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'"
const LARGEST_FILE_BYTES = 5_000_000
const KINDS: ReadonlyArray<Booking['kind']> = ['paid', 'rejected', 'returned']

export interface BankOptions {
  /** 0 chooses a free port. */
  port: number
  /** Folder of `bank.sqlite`. */
  dataDir: string
  /** Address to listen on. Default: 127.0.0.1; a container needs 0.0.0.0. */
  host?: string
  /** Hosts that requests may name besides this machine's own. */
  hosts?: readonly string[]
  /** Receives a line for each request. */
  logger?: Logger
  nowMs?: () => number
}

export interface Bank {
  url: string
  close(): Promise<void>
}

/**
 * Starts the bank: it takes payment files and gives statements, and its page decides what happens to payments.
 * Refuses to run with NODE_ENV=production. Throws when its port is in use.
 */
export async function startBank(options: BankOptions): Promise<Bank> {
  if (process.env.NODE_ENV === 'production') throw new Error('The bank sandbox does not run in production.')
  const store = new BankStore(options.dataDir)
  const app = fastify({ forceCloseConnections: true, bodyLimit: LARGEST_FILE_BYTES })
  if (options.logger) logAccess(app, options.logger, unrecordedTracer)
  requireOwnHost(app, options.hosts)
  app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // Its forms have no fields.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, null),
  )
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('content-security-policy', PAGE_CSP)
    done()
  })
  registerRoutes(app, store, options.nowMs ?? Date.now)
  try {
    await app.listen({ host: options.host ?? '127.0.0.1', port: options.port })
  } catch (error) {
    store.close()
    throw error
  }
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    close: async () => {
      await app.close()
      store.close()
    },
  }
}

function registerRoutes(app: FastifyInstance, store: BankStore, nowMs: () => number): void {
  serveStyle(app)
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(bankPage(store)))
  app.post<{ Body: string }>('/files', (request, reply) => {
    try {
      const payments = takeFile(store, request.body, nowMs())
      return reply.status(202).send({ payments })
    } catch (error) {
      return reply.status(400).send({ error: (error as Error).message })
    }
  })
  app.get<{ Querystring: { after?: string } }>('/statements', ({ query }) => {
    const after = Number(query.after ?? 0)
    const last = store.lastStatement()
    const numbers = Array.from({ length: Math.max(0, last - after) }, (_, index) => after + index + 1)
    return { statements: numbers.map((number) => ({ number })) }
  })
  app.get<{ Params: { number: string } }>('/statements/:number', ({ params }, reply) => {
    const number = Number(params.number)
    const entries = store.bookingsOf(number).map((booking) => ({ booking, payment: store.payment(booking.payment)! }))
    if (entries.length === 0) return reply.status(404).send({ error: 'There is no such statement' })
    return reply.type('application/xml').send(statementXml(number, entries[0]!.payment.payerIban, entries))
  })
  app.post<{ Params: { mode: string } }>('/mode/:mode', (request, reply) => {
    if (!isFromOwnPage(request)) return reply.status(403).send('Forbidden')
    const { mode } = request.params
    if (MODES.includes(mode as Mode)) store.mode = mode as Mode
    return reply.redirect('/', 303)
  })
  app.post<{ Params: { seq: string; kind: string } }>('/payments/:seq/:kind', (request, reply) => {
    if (!isFromOwnPage(request)) return reply.status(403).send('Forbidden')
    const { seq, kind } = request.params
    store.transaction(() => change(store, Number(seq), kind as Booking['kind'], nowMs()))
    return reply.redirect('/', 303)
  })
}

/** Takes a payment file; returns how many payments are new. Throws Error for a file that can't be read. */
function takeFile(store: BankStore, xml: string, atMs: number): number {
  const { messageId, payments } = readPaymentFile(xml)
  return store.transaction(() => {
    if (!store.addFile(messageId)) return 0
    const taken = payments.map((payment) => store.addPayment(messageId, payment))
    const { mode } = store
    const statement = store.lastStatement() + 1
    const book = (kind: Booking['kind'], number: number) =>
      taken.forEach((payment) => store.book(payment, kind, number, atMs))
    if (mode === 'reject') book('rejected', statement)
    if (mode === 'pay' || mode === 'return') book('paid', statement)
    if (mode === 'return') book('returned', statement + 1)
    return taken.length
  })
}

/** Books what a button asks for, if the payment's state allows it. */
function change(store: BankStore, seq: number, kind: Booking['kind'], atMs: number): void {
  const needed = kind === 'returned' ? 'paid' : 'held'
  if (!KINDS.includes(kind) || store.payment(seq)?.state !== needed) return
  store.book(seq, kind, store.lastStatement() + 1, atMs)
}
