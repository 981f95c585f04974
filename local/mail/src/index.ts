import { logAccess, unrecordedTracer, type Logger } from '@hissa/kernel'
import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { Fault, type FaultMode } from '@hissa/local-kit/fault'
import { requireOwnHost } from '@hissa/local-kit/own-page'
import { registerMailApi } from './api.js'
import { registerMailPages } from './pages.js'
import { startSmtp } from './smtp.js'
import { MailStore } from './store.js'

const PAGE_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'"

export interface MailOptions {
  /** 0 chooses a free port. */
  httpPort: number
  smtpPort: number
  /** Folder of `mail.sqlite`. */
  dataDir: string
  /** Address to listen on. Default: 127.0.0.1; a container needs 0.0.0.0. */
  host?: string
  /** Hosts that requests may name besides this machine's own. */
  hosts?: readonly string[]
  /** Receives a line for each HTTP request. */
  logger?: Logger
}

export interface Mail {
  httpUrl: string
  smtpUrl: string
  /** Applies a fault to SMTP until `untilMs` (epoch milliseconds); null ends it. The pages keep working. */
  setFault(mode: FaultMode | null, untilMs: number): void
  close(): Promise<void>
}

/**
 * Starts the mail catcher: SMTP that accepts everything, a web page, and Mailpit's message API.
 * Refuses to run with NODE_ENV=production. Throws when a port is in use.
 */
export async function startMail(options: MailOptions): Promise<Mail> {
  if (process.env.NODE_ENV === 'production') throw new Error('The mail catcher does not run in production.')
  const host = options.host ?? '127.0.0.1'
  const store = new MailStore(options.dataDir)
  const fault = new Fault(0)
  const app = fastify({ forceCloseConnections: true })
  if (options.logger) logAccess(app, options.logger, unrecordedTracer)
  requireOwnHost(app, options.hosts)
  // Its only form has no fields.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, null),
  )
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('content-security-policy', PAGE_CSP)
    done()
  })
  registerMailApi(app, store)
  registerMailPages(app, store)
  try {
    const smtp = await startSmtp({ port: options.smtpPort, host, store, fault })
    await app.listen({ host, port: options.httpPort }).catch(async (error: unknown) => {
      await smtp.close()
      throw error
    })
    return {
      httpUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
      setFault: (mode, untilMs) => fault.set(mode, untilMs),
      close: async () => {
        await app.close()
        await smtp.close()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}
