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

/** How the node fails: `bytes` answers with text of its own. */
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

  reset(): void {
    this.fault = { kind: 'none' }
    this.rewrite = undefined
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
        await this.forward(nodeUrl, messages, Array.isArray(batch), response)
    }
  }

  private async forward(nodeUrl: string, messages: Message[], isBatch: boolean, response: ServerResponse) {
    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(nodeUrl, { method: 'POST', headers, body: JSON.stringify(messages) }).catch(() => null)
    if (!sent) {
      response.writeHead(502).end()
      return
    }
    const answers = (await sent.json()) as Answer[]
    const kept: Answer[] = []
    for (const answer of answers) {
      const message = messages.find(({ id }) => id === answer.id)!
      const rewritten = this.rewrite ? await this.rewrite(answer, message) : answer
      if (rewritten) kept.push(rewritten)
    }
    response.writeHead(200, headers).end(JSON.stringify(isBatch ? kept : kept[0]))
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += String(part)
  return body
}
