import { describe, expect, it } from '@jest/globals'
import { context } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { problem } from './problem.js'
import { contextOf, currentTraceId, currentTraceparent, inQuietSpan, inSpan } from './trace.js'

const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

function openTracer() {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  return { tracer: provider.getTracer('test'), spans: () => exporter.getFinishedSpans() }
}

describe('a traceparent', () => {
  it("names the current span as the parent of the receiver's", async () => {
    const { tracer, spans } = openTracer()
    const sent = await inSpan(tracer, 'call', { parent: contextOf(GIVEN) }, async () => currentTraceparent())
    await inSpan(tracer, 'answer', { parent: contextOf(sent) }, async () => undefined)
    const [call, answer] = spans()
    expect(call!.parentSpanContext).toMatchObject({ spanId: '00f067aa0ba902b7', isRemote: true })
    expect(answer!.parentSpanContext).toMatchObject({ spanId: call!.spanContext().spanId, isRemote: true })
    expect(answer!.spanContext().traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
    expect(sent).toBe(`00-4bf92f3577b34da6a3ce929d0e0e4736-${call!.spanContext().spanId}-01`)
  })

  it.each([undefined, '', 'not one', GIVEN.toUpperCase(), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
    'starts no trace if it is %p',
    (given) => {
      expect(context.with(contextOf(given), currentTraceId)).toBeUndefined()
      expect(context.with(contextOf(given), currentTraceparent)).toBeUndefined()
    },
  )

  it('is absent outside all spans', () => {
    expect(currentTraceparent()).toBeUndefined()
    expect(context.with(contextOf(GIVEN), currentTraceparent)).toBe(GIVEN)
  })
})

describe('inSpan', () => {
  it('is current across awaits, for each of two concurrent spans', async () => {
    const { tracer } = openTracer()
    const work = () =>
      inSpan(tracer, 'work', {}, async (span) => {
        await new Promise((resolve) => setImmediate(resolve))
        return [currentTraceId(), span.spanContext().traceId]
      })
    const [one, other] = await Promise.all([work(), work()])
    expect(one[0]).toBe(one[1])
    expect(other[0]).toBe(other[1])
    expect(one[0]).not.toBe(other[0])
  })

  it('marks a failure with its code or name, never with its message', async () => {
    const { tracer, spans } = openTracer()
    const failures = [
      new RangeError('aisha@hissa.test'),
      Object.assign(new Error('aisha@hissa.test'), { code: 11_000 }),
    ]
    const refusal = problem('ORDER_TOO_SMALL', 422, 'aisha@hissa.test')
    for (const error of [...failures, refusal]) {
      const run = inSpan(tracer, 'work', {}, () => Promise.reject(error))
      await expect(run).rejects.toBe(error)
    }
    expect(spans().map(({ attributes, status }) => [attributes['error.type'], status])).toEqual([
      ['RangeError', { code: 2 }],
      ['11000', { code: 2 }],
      ['ORDER_TOO_SMALL', { code: 0 }],
    ])
    expect(spans().every(({ events }) => events.length === 0)).toBe(true)
  })
})

describe('inQuietSpan', () => {
  it('records nothing if the work had nothing to do', async () => {
    const { tracer, spans } = openTracer()
    await inQuietSpan(tracer, 'sweep', async () => {
      expect(currentTraceId()).toMatch(/^[0-9a-f]{32}$/)
    })
    expect(spans()).toEqual([])
  })

  it('records work with a child span, with an event that carries the trace, and with a failure', async () => {
    const { tracer, spans } = openTracer()
    await inQuietSpan(tracer, 'with a child', () => inSpan(tracer, 'child', {}, async () => undefined))
    await inQuietSpan(tracer, 'with an event', async () => void currentTraceparent())
    const failing = inQuietSpan(tracer, 'failing', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(spans().map(({ name }) => name)).toEqual(['child', 'with a child', 'with an event', 'failing'])
  })
})
