import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Fault } from '@hissa/local-kit/fault'
import { parseMail } from './parse.js'
import type { MailStore } from './store.js'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const SLOW_MS = 10_000

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, store: MailStore): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw refusal(552, 'Message exceeds 10 MB')
  const recipients = session.envelope.rcptTo.map((to) => to.address)
  const now = new Date()
  const id = randomUUID().replaceAll('-', '')
  store.add(id, await parseMail(Buffer.concat(chunks), recipients, now), now.getTime())
  return id
}

/**
 * Accepts mail for any recipient, without authentication, and stores it. Replies 250 only when the message is durable.
 * Faults: `down` drops each connection at the greeting, `slow` delays the greeting, `error` rejects recipients with
 * 451.
 */
export async function startSmtp(options: {
  port: number
  host: string
  store: MailStore
  fault: Fault
}): Promise<{ port: number; close(): Promise<void> }> {
  const { store, fault } = options
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    banner: 'mail catcher',
    closeTimeout: 1_000,
    onConnect: (_session, done) => {
      if (fault.current === 'down') return done(refusal(421, 'Service not available'))
      if (fault.current === 'slow') void delay(SLOW_MS).then(() => done())
      else done()
    },
    onRcptTo: (_address, _session, done) => done(fault.current === 'error' ? refusal(451, 'Try again later') : null),
    onData: (stream, session, done) => {
      receive(stream, session, store).then(
        (id) => done(null, `Queued as ${id}`),
        (error: unknown) => {
          stream.resume()
          done(error instanceof Error ? error : new Error('Message not stored'))
        },
      )
    },
  })
  // A client may disconnect at any time.
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port, options.host, () => resolve((server.server.address() as AddressInfo).port))
  })
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
