import { Fault, type FaultMode } from '@hissa/local-kit/fault'
import { requireOwnHost } from '@hissa/local-kit/own-page'
import { fastify, type FastifyReply } from 'fastify'
import type { AddressInfo } from 'node:net'
import { mayPageCall } from './access.js'

export type { FaultMode } from '@hissa/local-kit/fault'

const bodyLimitBytes = 5_000_000
const forwardTimeoutMs = 60_000
const defaultSlowMs = 5_000
/** Codes of JSON-RPC for a server's own errors. */
const rpcCodes = { unavailable: -32_000, forbidden: -32_601 }

export interface ChainProxyOptions {
  /** 0 chooses a free port. */
  port: number
  /** The address to listen on. Default: 127.0.0.1; a container needs 0.0.0.0. */
  host?: string
  /** Hosts that requests may name besides this machine's own. */
  hosts?: readonly string[]
  /** Address of the node; read for each request, because the node may be restarted. */
  nodeUrl: () => string
}

export interface ChainProxy {
  url: string
  /**
   * Applies a fault until `untilMs` (epoch milliseconds); null ends it. `down` cuts connections, `slow` delays each
   * request by `slowMs` (5 s if it was never set), `error` answers 503.
   */
  setFault(mode: FaultMode | null, untilMs: number, slowMs?: number): void
  close(): Promise<void>
}

/**
 * Starts the RPC of the local chain: forwards JSON-RPC over HTTP to the node, and simulates an RPC that is down, slow or
 * failing. Refuses to run with NODE_ENV=production. Throws when the port is in use.
 */
export async function startChainProxy({
  port,
  host = '127.0.0.1',
  hosts,
  nodeUrl,
}: ChainProxyOptions): Promise<ChainProxy> {
  if (process.env.NODE_ENV === 'production') throw new Error('The local chain does not run in production.')
  const fault = new Fault(defaultSlowMs)
  const app = fastify({ bodyLimit: bodyLimitBytes, forceCloseConnections: true })
  requireOwnHost(app, hosts)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.options('/', (_request, reply) => reply.headers(crossOrigin).code(204).send())
  app.post<{ Body: Buffer }>('/', async ({ body, headers }, reply) => {
    if (await fault.apply(reply)) return refuse(reply, 503, rpcCodes.unavailable, 'The chain is not available.')
    if (reply.sent) return reply
    if (headers.origin !== undefined) {
      reply.headers(crossOrigin)
      if (!mayPageCall(body)) return refuse(reply, 403, rpcCodes.forbidden, 'Web pages may not call this method.')
    }
    return forward(nodeUrl(), body, reply)
  })
  await app.listen({ host, port })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    setFault: (mode, untilMs, slowMs) => fault.set(mode, untilMs, slowMs),
    close: () => app.close(),
  }
}

/** Lets wallets and pages read the chain, as a public RPC does. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
}

async function forward(url: string, body: Buffer, reply: FastifyReply): Promise<FastifyReply> {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(forwardTimeoutMs)
  try {
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), signal })
    const answer = Buffer.from(await response.arrayBuffer())
    return reply.code(response.status).type('application/json').send(answer)
  } catch {
    return refuse(reply, 502, rpcCodes.unavailable, 'The node is not responding.')
  }
}

const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code, message } })
