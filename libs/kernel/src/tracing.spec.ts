import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, type Logger } from './logger.js'
import { contextOf, inSpan } from './trace.js'
import { openTracing, type TracingOptions } from './tracing.js'

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: { name: string }[] }[]
  }[]
}

const NOT_SAMPLED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
const SAMPLED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('openTracing', () => {
  let collector: Server
  let endpoint: string
  let connections: number
  let sent: Sent[]
  let answer: (response: ServerResponse) => void
  let lines: Record<string, unknown>[]
  let logger: Logger

  beforeEach(async () => {
    connections = 0
    sent = []
    const own: Record<string, unknown>[] = (lines = [])
    logger = createLogger('test', 'info', { write: (line) => void own.push(JSON.parse(line) as never) })
    answer = (response) => void response.end('{}')
    collector = createServer((request, response) => void receive(request, response))
    collector.on('connection', () => (connections += 1))
    collector.listen(0, '127.0.0.1')
    await once(collector, 'listening')
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  })
  afterEach(() => {
    collector.closeAllConnections()
    collector.close()
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  })

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    expect(request.url).toBe('/v1/traces')
    sent.push(JSON.parse(Buffer.concat(chunks).toString()) as Sent)
    answer(response)
  }

  const open = (service: string, settings: { endpoint?: string; ratio?: number } = {}, options: TracingOptions = {}) =>
    openTracing(
      service,
      {
        NODE_ENV: 'test',
        OTEL_EXPORTER_OTLP_ENDPOINT: settings.endpoint,
        OTEL_TRACES_SAMPLER_ARG: settings.ratio ?? 1,
      },
      logger,
      options,
    )
  const nothing = async () => undefined
  const received = () =>
    sent.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
        return scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => `${service} ${name}`))
      }),
    )

  it('sends nothing without an endpoint, whatever the environment of the process contains', async () => {
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint
    const tracing = await open('shop')
    await inSpan(tracing.tracer, 'sell', {}, nothing)
    await inSpan(tracing.tracer, 'sell', { parent: contextOf(SAMPLED) }, nothing)
    await tracing.end()
    expect(connections).toBe(0)
  })

  it('sends the spans of each service in one process under its own name', async () => {
    const [shop, stock] = [await open('shop', { endpoint }), await open('stock', { endpoint: `${endpoint}/` })]
    await inSpan(shop.tracer, 'sell', {}, () => inSpan(stock.tracer, 'take', {}, nothing))
    await Promise.all([shop.end(), stock.end()])
    expect(received().sort()).toEqual(['shop sell', 'stock take'])
  })

  it("records the configured share of traces, and follows the parent's decision", async () => {
    const [none, all] = [await open('none', { endpoint, ratio: 0 }), await open('all', { endpoint })]
    await inSpan(none.tracer, 'root', {}, nothing)
    await inSpan(none.tracer, 'child', { parent: contextOf(SAMPLED) }, nothing)
    await inSpan(all.tracer, 'child', { parent: contextOf(NOT_SAMPLED) }, nothing)
    await Promise.all([none.end(), all.end()])
    expect(received()).toEqual(['none child'])
  })

  it('ignores the sampling decision of external callers at the edge', async () => {
    const none = await open('none', { endpoint, ratio: 0 }, { decidesSampling: true })
    const all = await open('all', { endpoint }, { decidesSampling: true })
    await inSpan(none.tracer, 'child', { parent: contextOf(SAMPLED) }, nothing)
    await inSpan(all.tracer, 'child', { parent: contextOf(NOT_SAMPLED) }, nothing)
    await Promise.all([none.end(), all.end()])
    expect(received()).toEqual(['all child'])
  })

  it('ends although the collector never responds', async () => {
    const held: ServerResponse[] = []
    answer = (response) => void held.push(response)
    const tracing = await open('shop', { endpoint })
    await inSpan(tracing.tracer, 'sell', {}, nothing)
    await tracing.end()
    expect(received()).toEqual(['shop sell'])
    expect(held.map(({ writableEnded }) => writableEnded)).toEqual([false])
  }, 30_000)

  it('logs once that the collector rejects spans', async () => {
    answer = (response) => void response.writeHead(400).end()
    const tracing = await open('shop', { endpoint })
    await inSpan(tracing.tracer, 'sell', {}, nothing)
    await tracing.end()
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'the trace collector does not accept spans; they are dropped'],
    ])
  })
})
