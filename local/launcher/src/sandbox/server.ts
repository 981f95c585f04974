import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fastify, type FastifyReply } from 'fastify'
import { NOT_FOUND, problemTitle } from '@hissa/contracts'
import { BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE } from '@hissa/contracts/http'
import { serveStyle } from '@hissa/local-kit/style'
import { logAccess, noteProblemCode, unrecordedTracer, type Logger } from '@hissa/kernel'
import { requireOwnHost } from '@hissa/local-kit/own-page'
import type { LauncherBus } from './bus-state.js'
import type { ChainState } from './chain-state.js'
import { eventCatalogue } from './catalogue.js'
import { NotSettled, type SandboxClock } from './clock.js'
import type { Faults } from './faults.js'
import { sandboxPage, sandboxRules, type PageLinks } from './page.js'

export interface SandboxOptions {
  links: PageLinks
  clock: SandboxClock
  faults: Faults
  bus: () => LauncherBus
  chain: () => Promise<ChainState>
  /** Why the clock may not be moved (a real payment provider), or null. */
  clockRefused: string | null
  logger: Logger
  /** The address to listen on; 127.0.0.1 and a free port by default. */
  host?: string
  /** Hosts that the gateway may name besides this machine's own. */
  hosts?: readonly string[]
  port?: number
}

export interface SandboxServer {
  url: string
  close(): Promise<void>
}

const bodyLimitBytes = 4096
const busTimeoutMs = 1000
/** The gateway forwards this policy, because its own for responses that are not pages would forbid everything. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const script = readFileSync(fileURLToPath(new URL('./sandbox.js', import.meta.url)), 'utf8')

const statusOf: Record<string, number> = {
  VALIDATION_FAILED: 400,
  NOT_FOUND: 404,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  CLOCK_MOVES_FORWARD_ONLY: 422,
  FAULT_NOT_AVAILABLE: 422,
  CLOCK_REFUSED: 409,
  CLOCK_NOT_SETTLED: 504,
  PLATFORM_NOT_READY: 503,
}

/** Codes of the framework's own refusals of a body. */
const codeOf: Record<number, string> = { 413: BODY_TOO_LARGE.code, 415: UNSUPPORTED_MEDIA_TYPE.code }

/** The bus may be down on purpose; the page then reports that after a timeout. */
const giveUp = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), busTimeoutMs).unref())

/** Starts the sandbox's pages; the gateway forwards `/sandbox` to them. */
export async function startSandbox({
  links,
  clock,
  faults,
  bus,
  chain,
  clockRefused,
  logger,
  host = '127.0.0.1',
  hosts,
  port = 0,
}: SandboxOptions): Promise<SandboxServer> {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  logAccess(app, logger, unrecordedTracer)
  requireOwnHost(app, hosts)
  app.setErrorHandler(
    (error: Error & { statusCode?: number }, _request, reply) =>
      void refuse(reply, codeOf[error.statusCode ?? 0] ?? 'VALIDATION_FAILED', error.message),
  )
  app.setNotFoundHandler((_request, reply) => void refuse(reply, NOT_FOUND.code, 'There is nothing at this address.'))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', policy).header('cache-control', 'no-store')
    done()
  })
  const catalogue = eventCatalogue()
  app.get('/sandbox', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(sandboxPage({ links, events: catalogue, faults: faults.offers() })),
  )
  serveStyle(app, '/sandbox', sandboxRules)
  app.get('/sandbox/sandbox.js', (_request, reply) => reply.type('text/javascript').send(script))
  app.get('/sandbox/state', async () => {
    const streams = Promise.race([bus().streams(), giveUp()]).catch(() => null)
    const [read, chainState] = await Promise.all([streams, chain()])
    return { clock: clock.view(), faults: faults.list(), chain: chainState, streams: read }
  })
  app.get('/sandbox/clock', () => clock.view())
  app.post('/sandbox/clock', async ({ body }, reply) => {
    if (clockRefused) return refuse(reply, 'CLOCK_REFUSED', clockRefused)
    try {
      const moved = await clock.move(body)
      return 'code' in moved ? refuse(reply, moved.code, moved.detail) : moved
    } catch (error) {
      const code = error instanceof NotSettled ? 'CLOCK_NOT_SETTLED' : 'PLATFORM_NOT_READY'
      return refuse(reply, code, (error as Error).message)
    }
  })
  app.get('/sandbox/faults', () => ({ faults: faults.list() }))
  app.post('/sandbox/faults', ({ body }, reply) => {
    const answer = faults.set(body)
    return 'code' in answer ? refuse(reply, answer.code, answer.detail) : answer
  })
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}

function refuse(reply: FastifyReply, code: string, detail: string) {
  const status = statusOf[code] ?? 500
  noteProblemCode(reply, code)
  const title = problemTitle(code)
  return reply
    .status(status)
    .type('application/problem+json; charset=utf-8')
    .send({ type: 'about:blank', title, status, detail, code, success: false, error: detail })
}
