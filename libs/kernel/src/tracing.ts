import type { Tracer, TracerProvider as ApiProvider } from '@opentelemetry/api'
import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import * as z from 'zod/mini'
import { addresses } from './addresses.js'
import { newId } from './ids.js'
import type { Logger } from './logger.js'
import { setting } from './setting.js'
import { within } from './within.js'

/** Tracing settings, the same for every service. Spans are not sent without an endpoint. */
export const TracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.optional(addresses.web('http://localhost:4318')),
    'An OpenTelemetry collector that accepts OTLP over HTTP. Without it no spans are sent.',
    { passedBy: 'all' },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z._default(z.coerce.number().check(z.gte(0), z.lte(1)), 1),
    'Share of all traces that is recorded, from 0 to 1.',
    { passedBy: 'all' },
  ),
}

interface TracingConfig {
  NODE_ENV: string
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Creates trace ids for log lines but records nothing: for servers that belong to no service. */
export const unrecordedTracer: Tracer = new TracerProvider({ sampler: new AlwaysOffSampler() }).getTracer('hissa')

/** Provider of a service's tracers; a test may pass its own. */
export interface SpanProvider extends ApiProvider {
  shutdown(): Promise<void>
}

/** A service's tracer. `end` sends the remaining spans within a time limit, whatever the collector does. */
export interface Tracing {
  tracer: Tracer
  end(): Promise<void>
}

export interface TracingOptions {
  /** Used instead of one created from the configuration. */
  provider?: SpanProvider | undefined
  /** Set for external callers: this service decides whether a trace is recorded, not their `traceparent`. */
  decidesSampling?: boolean
}

/** Longest wait for the collector, for one batch and at shutdown. */
const COLLECTOR_LIMIT_MS = 2_000
const LONGEST_ATTRIBUTE = 256

/**
 * Creates the tracer of one service. Changes no global state, so that several services in one process keep separate
 * names.
 */
export async function openTracing(
  service: string,
  config: TracingConfig,
  logger: Logger,
  options: TracingOptions = {},
): Promise<Tracing> {
  const provider = options.provider ?? (await createProvider(service, config, logger, options))
  // The exporter has logged spans that could not be sent.
  const end = () => within(COLLECTOR_LIMIT_MS, provider.shutdown()).catch(() => undefined)
  return { tracer: provider.getTracer('hissa'), end }
}

async function createProvider(service: string, config: TracingConfig, logger: Logger, options: TracingOptions) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'hissa',
    'service.instance.id': newId(),
    'deployment.environment.name': config.NODE_ENV,
  })
  // Even without a collector, a request has a trace id for its log lines and its problem details.
  if (!endpoint) return new TracerProvider({ resource, sampler: new AlwaysOffSampler() })
  const processor = new BatchSpanProcessor({
    exporter: new ReportingExporter(await openExporter(endpoint), logger),
    exportTimeoutMillis: COLLECTOR_LIMIT_MS,
  })
  const sampler = samplerOf(ratio, options.decidesSampling ?? false)
  const spanLimits = { attributeValueLengthLimit: LONGEST_ATTRIBUTE }
  return new TracerProvider({ resource, sampler, spanLimits, spanProcessors: [processor] })
}

/** Imported only when needed, because it slows down the start of a process. */
async function openExporter(endpoint: string): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return new OTLPTraceExporter({ url, timeoutMillis: COLLECTOR_LIMIT_MS })
}

function samplerOf(ratio: number, decidesSampling: boolean): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio)
  const ofRemoteParents = { remoteParentSampled: root, remoteParentNotSampled: root }
  return new ParentBasedSampler({ root, ...(decidesSampling && ofRemoteParents) })
}

/** Logs the first failure to send spans, and the first success after it. */
class ReportingExporter implements SpanExporter {
  private isFailing = false

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.report(result)
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown()
  }

  private report({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS
    if (failed && !this.isFailing)
      this.logger.warn({ reason: error?.message }, 'the trace collector does not accept spans; they are dropped')
    if (!failed && this.isFailing) this.logger.info('the trace collector accepts spans again')
    this.isFailing = failed
  }
}
