import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger, createMetrics, currentTraceId, openTracing, problem } from '@hissa/kernel'
import fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { observe } from './observe.js'
import { sendProblem } from './problem.filter.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const INFO = 30
const ERROR = 50

describe('the access log', () => {
  const app = fastify({ forceCloseConnections: true }) as unknown as FastifyInstance
  const lines: Record<string, unknown>[] = []
  let url: string
  let slowBegan: () => void
  let requestBegan = () => {}

  beforeAll(async () => {
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
    const logger = createLogger('gateway', 'info', { write })
    const { tracer } = await openTracing('gateway', { NODE_ENV: 'test', OTEL_TRACES_SAMPLER_ARG: 1 }, logger)
    observe(app, createMetrics('gateway', false), logger, tracer)
    app.addHook('preParsing', (_request, _reply, _payload, done) => {
      requestBegan()
      done()
    })
    app.post('/trace', () => ({ traceId: currentTraceId() }))
    app.get('/api/people/:id', () => ({ ok: true }))
    app.post('/idp/', (_request, reply) =>
      reply.code(400).header('x-amzn-errortype', 'NotAuthorizedException:').send({}),
    )
    app.get('/refused', (_request, reply) => sendProblem(reply, problem('PROPERTY_FULLY_FUNDED', 409, 'No.')))
    app.get('/broken', (_request, reply) => sendProblem(reply, problem('INTERNAL', 500, 'No.')))
    app.get('/slow', () => new Promise(() => slowBegan()))
    app.get('/readyz', () => 'ok')
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('NOT_FOUND', 404, 'No.')))
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  afterAll(() => app.close())
  beforeEach(() => void lines.splice(0))

  /** Returns the log lines of one request, which may be written shortly after its response has arrived. */
  async function linesOf(path: string, init: RequestInit = {}) {
    const { traceparent = `00-${TRACE}-00f067aa0ba902b7-01`, ...headers } = (init.headers ?? {}) as Record<
      string,
      string
    >
    await (await fetch(url + path, { ...init, headers: { traceparent, ...headers } })).text()
    const own = () => lines.filter(({ traceId }) => traceId === TRACE)
    while (own().length === 0) await new Promise((resolve) => setImmediate(resolve))
    return own()
  }

  it('has one line for a request, with its trace, route template, status and time, and without its address', async () => {
    const [line, ...more] = await linesOf('/api/people/aisha@hissa.test?email=aisha@hissa.test&code=123456')
    expect(more).toEqual([])
    const fields = {
      level: INFO,
      service: 'gateway',
      msg: 'request',
      method: 'GET',
      route: '/api/people/:id',
      status: 200,
    }
    expect(line).toEqual({ ...fields, traceId: TRACE, ms: expect.any(Number), time: expect.any(Number) })
    expect(JSON.stringify(line)).not.toMatch(/aisha|123456/)
  })

  it.each([
    ['/refused', 409, 'PROPERTY_FULLY_FUNDED', INFO],
    ['/nowhere?token=secret', 404, 'NOT_FOUND', INFO],
    ['/broken', 500, 'INTERNAL', ERROR],
  ])('names the code of %s and logs %d at its level', async (path, status, code, level) => {
    expect(await linesOf(path)).toEqual([expect.objectContaining({ status, code, level })])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('names the action and the error of the user pool', async () => {
    const headers = { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' }
    const expected = {
      route: '/idp/',
      status: 400,
      action: 'InitiateAuth',
      code: 'NotAuthorizedException',
      level: INFO,
    }
    expect(await linesOf('/idp/', { method: 'POST', headers })).toEqual([expect.objectContaining(expected)])
  })

  it('records that a client disconnected before the response', async () => {
    const began = new Promise<void>((resolve) => (slowBegan = resolve))
    const abort = new AbortController()
    const request = linesOf('/slow', { signal: abort.signal }).catch((error: Error) => error.name)
    await began
    abort.abort()
    expect(await request).toBe('AbortError')
    while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(lines).toEqual([expect.objectContaining({ route: '/slow', traceId: TRACE, aborted: true })])
  })

  it('keeps the trace of a request once its body has been read', async () => {
    const headers = { 'content-type': 'application/json', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
    const admitted = new Promise<void>((resolve) => (requestBegan = resolve))
    // The rest of the body arrives after the request's first hooks have run.
    async function* parts() {
      yield Buffer.from('{"units":')
      await admitted
      yield Buffer.from('1}')
    }
    const init = { method: 'POST', headers, body: parts(), duplex: 'half' } as unknown as RequestInit
    expect(await (await fetch(`${url}/trace`, init)).json()).toEqual({ traceId: TRACE })
  })

  it('starts a trace for a request with no trace or a malformed one', async () => {
    const traceOf = async (traceparent?: string) => {
      const headers = { 'content-type': 'application/json', ...(traceparent && { traceparent }) }
      const answer = await fetch(`${url}/trace`, { method: 'POST', headers, body: '{}' })
      return ((await answer.json()) as { traceId: string }).traceId
    }
    const given = [undefined, 'not one', `00-${TRACE.toUpperCase()}-00F067AA0BA902B7-01`]
    const traces = await Promise.all([...given, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`].map(traceOf))
    for (const trace of traces) expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(traces).size).toBe(4)
  })

  it('omits an action name that does not exist', async () => {
    const headers = { 'x-amz-target': 'aisha@hissa.test' }
    const [line] = await linesOf('/idp/', { method: 'POST', headers })
    expect(line).not.toHaveProperty('action')
  })

  it('omits successful probes and a page’s own reads', async () => {
    await (await fetch(`${url}/readyz`)).text()
    await app.inject({ method: 'GET', url: '/api/people/1' })
    await linesOf('/refused')
    expect(lines.map(({ route }) => route)).toEqual(['/refused'])
  })
})
