import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseTraceParent } from '@opentelemetry/core'
import { ProblemError } from './problem.js'

export { SpanKind, type Span, type Tracer } from '@opentelemetry/api'

export const TRACER = Symbol('TRACER')

// The only global state of tracing: it carries the current span across awaits. Each service has a separate tracer.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())

/** Records nothing and passes on the current trace, for parts that run outside a service. */
export const silentTracer: Tracer = trace.getTracer('hissa')

/** Context key of a span that is recorded only if it has children. */
const CHILDREN = createContextKey('children of a quiet span')

/**
 * Returns the context of the span that a W3C `traceparent` names, or a context without a trace if it is invalid or
 * absent.
 */
export function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent ? parseTraceParent(traceparent) : null
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

/** Returns the W3C `traceparent` of the current span, which makes the receiver's span its child. */
export function currentTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active())
  if (!span || !trace.isSpanContextValid(span)) return undefined
  noteChild(context.active())
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

/** Returns the trace id, 32 hex digits, which users quote in error reports. */
export function currentTraceId(): string | undefined {
  const span = trace.getSpanContext(context.active())
  return span && trace.isSpanContextValid(span) ? span.traceId : undefined
}

export interface SpanSettings extends SpanOptions {
  /** Default: the current context. */
  parent?: Context
}

/** Starts a span and returns it with the context in which its work runs. The caller ends it. */
export function startSpan(tracer: Tracer, name: string, { parent = context.active(), ...options }: SpanSettings) {
  noteChild(parent)
  const span = tracer.startSpan(name, options, parent)
  return { span, within: trace.setSpan(parent, span) }
}

/** Runs `work` in a span that ends with it. An error marks the span and is rethrown. */
export function inSpan<T>(
  tracer: Tracer,
  name: string,
  settings: SpanSettings,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { span, within } = startSpan(tracer, name, settings)
  return context.with(within, async () => {
    try {
      return await work(span)
    } catch (error) {
      noteError(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/**
 * Runs `work` in a separate trace that is recorded only if the work fails or adds to the trace. A timer that finds
 * nothing to do every second therefore records nothing.
 */
export async function inQuietSpan<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  const children = { any: false }
  const { span, within } = startSpan(tracer, name, { parent: ROOT_CONTEXT })
  try {
    return await context.with(within.setValue(CHILDREN, children), work)
  } catch (error) {
    children.any = true
    noteError(span, error)
    throw error
  } finally {
    // Only a span that has ended is recorded.
    if (children.any) span.end()
  }
}

/**
 * Marks a span with the kind of its error: a code or a name, never a message, which may hold personal data. Errors
 * below 500 that the contract declares don't make the span a failure.
 */
export function noteError(span: Span, error: unknown): void {
  const { code, name, status } = error as { code?: unknown; name?: unknown; status?: unknown }
  span.setAttribute('error.type', String(typeof code === 'string' || typeof code === 'number' ? code : name))
  if (error instanceof ProblemError && Number(status) < 500) return
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function noteChild(parent: Context): void {
  const children = parent.getValue(CHILDREN) as { any: boolean } | undefined
  if (children) children.any = true
}
