import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Message {
  id: number
  method: string
  params: unknown[]
}
interface Answer {
  jsonrpc: '2.0'
  id: number
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** How the node fails: `bytes` answers with the text `body`. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'down' }
  | { kind: 'hang' }
  | { kind: 'drip' }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'bytes'; body: string }

/** Changes one answer of the node; undefined drops it from the batch. */
export type Rewrite = (answer: Answer, message: Message) => Answer | undefined | Promise<Answer | undefined>

/** Stands between a client and a node, and fails or lies as told. */
export class FaultProxy {
  fault: Fault = { kind: 'none' }
  rewrite: Rewrite | undefined
  /** Called before a call is passed on; false drops it and everything that came with it. */
  admit: ((method: string) => boolean) | undefined
  /** Called after a transaction was sent through. */
  onSent: () => void = () => undefined
  /** Calls wait until this has settled. */
  private held: Promise<unknown> = Promise.resolve()
  /** Calls that the node has not answered yet. */
  private readonly passing = new Set<Promise<void>>()
  /** Methods of the calls received since the last reset. */
  methods: string[] = []
  requests = 0
  private readonly open = new Set<ServerResponse>()

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(nodeUrl: string): Promise<FaultProxy> {
    const server = createServer((request, response) => void proxy.handle(nodeUrl, request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const proxy = new FaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server)
    return proxy
  }

  /** Does something at the node while no call is passed on. */
  async hold(work: () => Promise<void>): Promise<void> {
    const done = (async () => {
      await Promise.all(this.passing)
      await work()
    })()
    this.held = done.catch(() => undefined)
    await done
  }

  reset(): void {
    this.fault = { kind: 'none' }
    this.rewrite = undefined
    this.admit = undefined
    this.methods = []
    this.requests = 0
    for (const response of this.open) response.destroy()
  }

  stop(): Promise<void> {
    this.reset()
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async handle(nodeUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1
    const body = await textOf(request)
    const batch = JSON.parse(body) as Message | Message[]
    const messages = Array.isArray(batch) ? batch : [batch]
    this.methods.push(...messages.map(({ method }) => method))
    const { fault } = this
    switch (fault.kind) {
      case 'down':
        request.socket.destroy()
        return
      case 'hang':
        this.open.add(response)
        return
      case 'drip':
        this.open.add(response.writeHead(200, { 'content-type': 'application/json' }))
        response.write('[')
        return
      case 'status':
        response.writeHead(fault.status, fault.headers).end('{}')
        return
      case 'bytes':
        response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body)
        return
      case 'none':
        if (this.admit && !messages.every(({ method }) => this.admit!(method))) {
          request.socket.destroy()
          return
        }
        await this.forward(nodeUrl, messages, Array.isArray(batch), response)
    }
  }

  private async forward(nodeUrl: string, messages: Message[], isBatch: boolean, response: ServerResponse) {
    const headers = { 'content-type': 'application/json' }
    // Another wait may have begun by the time that this one is over.
    for (let held; held !== this.held;) {
      held = this.held
      await held
    }
    const sending = post(nodeUrl, headers, JSON.stringify(messages))
    const passing = sending.then(() => void this.passing.delete(passing))
    this.passing.add(passing)
    const sent = await sending
    if (messages.some(({ method }) => method === 'eth_sendRawTransaction')) this.onSent()
    const answers = answersIn(sent)
    // The upstream can be another proxy, which may fail.
    if (!sent || !answers) {
      response.writeHead(sent?.status ?? 502, sent?.retryAfter ?? {}).end(sent?.body)
      return
    }
    const kept: Answer[] = []
    for (const answer of answers) {
      const message = messages.find(({ id }) => id === answer.id)!
      const rewritten = this.rewrite ? await this.rewrite(answer, message) : answer
      if (rewritten) kept.push(rewritten)
    }
    response.writeHead(200, headers).end(JSON.stringify(isBatch ? kept : kept[0]))
  }
}

interface Sent {
  status: number
  body: string
  retryAfter: Record<string, string>
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<Sent | null> {
  try {
    const sent = await fetch(url, { method: 'POST', headers, body })
    const retryAfter = sent.headers.get('retry-after')
    return { status: sent.status, body: await sent.text(), retryAfter: retryAfter ? { 'retry-after': retryAfter } : {} }
  } catch {
    return null
  }
}

function answersIn(sent: Sent | null): Answer[] | null {
  try {
    const parsed: unknown = sent && JSON.parse(sent.body)
    return Array.isArray(parsed) && parsed.every((one: Answer | null) => one?.jsonrpc) ? (parsed as Answer[]) : null
  } catch {
    return null
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += String(part)
  return body
}
