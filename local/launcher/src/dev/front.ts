import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { namesOwnHost, refuseHost } from '@hissa/kernel'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Pauses } from './pauses.js'

export interface FrontOptions {
  host: string
  port: number
  /** Hosts that requests may name besides this machine's own. */
  hosts?: ReadonlySet<string>
  /** How long a request waits while a process is replaced. */
  waitMs: number
  /** Handles a request itself; returns whether it did. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Appended to every page whose policy allows our scripts. */
  pageEnd?: string
  /** The first proxy records the client's address; a proxy behind it passes that on. */
  isFirstProxy: boolean
}

/** A fixed address in front of processes that are replaced. */
export interface Front {
  /** Sends requests to this port of the loopback from now on; undefined while nothing runs. */
  target(port: number | undefined): void
  /** Holds requests until the returned function is called, for no more than `waitMs`. */
  hold(): () => void
  close(): Promise<void>
}

const unavailable = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  detail: 'The service is being restarted and did not become ready in time.',
}

/** Starts an HTTP and WebSocket proxy on `port`. For development only. */
export async function startFront(options: FrontOptions): Promise<Front> {
  const upstream = new Upstream(options.waitMs)
  const isOurs = (incoming: IncomingMessage) => namesOwnHost(incoming, options.hosts ?? new Set())
  // A socket for another host is answered as a request, and so rejected.
  const server = createServer({ shouldUpgradeCallback: isOurs }, (incoming, response) => {
    if (!isOurs(incoming)) return refuse(response, refuseHost().toProblem())
    if (!options.answer?.(incoming, response)) void forward(options, upstream, incoming, response)
  })
  server.on('upgrade', (incoming, socket, head) => void upgrade(options, upstream, incoming, socket, head))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    target: (port) => upstream.set(port),
    hold: () => upstream.hold(),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

/** The current port, and the requests that wait for one. */
class Upstream {
  private port: number | undefined
  private readonly holds = new Pauses(() => this.wake())
  private waiting: (() => void)[] = []

  constructor(private readonly waitMs: number) {}

  set(port: number | undefined): void {
    this.port = port
    this.wake()
  }

  hold(): () => void {
    return this.holds.pause()
  }

  /** Returns the port once no request is held, or the current one after `waitMs`. */
  async get(): Promise<number | undefined> {
    const deadlineMs = performance.now() + this.waitMs
    while ((this.holds.isPaused || this.port === undefined) && performance.now() < deadlineMs) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadlineMs - performance.now())
        this.waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
    return this.port
  }

  /** Waits for the next process after this one has ended. */
  gone(port: number): void {
    if (this.port === port) this.port = undefined
  }

  private wake(): void {
    const waiting = this.waiting.splice(0)
    for (const resume of waiting) resume()
  }
}

async function forward(
  options: FrontOptions,
  upstream: Upstream,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const port = await upstream.get()
  if (response.destroyed) return
  if (port === undefined) return refuse(response, unavailable)
  const wantsPage = options.pageEnd !== undefined && Boolean(incoming.headers.accept?.includes('text/html'))
  const headers = headersFor(options, incoming)
  if (wantsPage) headers['accept-encoding'] = 'identity'
  const { method, url: path } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
  outgoing.once('response', (answer) => relay(answer, response, wantsPage ? options.pageEnd : undefined))
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent) return void response.destroy()
    // The connection was refused, so the request was not processed and can go to the next process.
    if (error.code === 'ECONNREFUSED') {
      upstream.gone(port)
      return void forward(options, upstream, incoming, response)
    }
    return refuse(response, unavailable)
  })
  response.once('close', () => outgoing.destroy())
  if (!hasBody(incoming)) return void outgoing.end()
  // The body is read only once its receiver is certain.
  outgoing.once('socket', (socket) => socket.once('connect', () => incoming.pipe(outgoing)))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function headersFor({ isFirstProxy }: FrontOptions, incoming: IncomingMessage): OutgoingHttpHeaders {
  const { connection: _connection, expect: _expect, ...headers } = incoming.headers
  return isFirstProxy ? { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress } : headers
}

function relay(answer: IncomingMessage, response: ServerResponse, pageEnd: string | undefined): void {
  const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
  const isPage = pageEnd !== undefined && isOwnPage(answer)
  if (isPage) delete headers['content-length']
  response.writeHead(answer.statusCode ?? unavailable.status, headers)
  answer.once('error', () => response.destroy())
  answer.pipe(response, { end: !isPage })
  if (isPage) answer.once('end', () => response.end(pageEnd))
}

/** Whether a page's policy allows scripts from its origin. */
const isOwnPage = ({ headers, statusCode }: IncomingMessage) =>
  statusCode !== 304 &&
  Boolean(headers['content-type']?.startsWith('text/html')) &&
  /script-src[^;]*'self'/.test(String(headers['content-security-policy'] ?? ''))

function refuse(response: ServerResponse, problem: typeof unavailable): void {
  const headers = { 'content-type': 'application/problem+json', ...(problem === unavailable && { 'retry-after': '1' }) }
  response.writeHead(problem.status, headers).end(JSON.stringify(problem))
}

async function upgrade(
  options: FrontOptions,
  upstream: Upstream,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const port = await upstream.get()
  if (port === undefined || socket.destroyed) return void socket.destroy()
  const other: Socket = connect(port, '127.0.0.1', () => {
    const { connection, ...headers } = { connection: incoming.headers.connection, ...headersFor(options, incoming) }
    const lines = Object.entries({ ...headers, connection }).map(([name, value]) => `${name}: ${String(value)}`)
    other.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    other.write(head)
    socket.pipe(other).pipe(socket)
  })
  other.on('error', () => socket.destroy())
  other.once('close', () => socket.destroy())
  socket.once('close', () => other.destroy())
}
