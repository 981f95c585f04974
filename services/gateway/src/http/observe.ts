import { logAccess, type Logger, type MetricsRegistry, type Tracer } from '@hissa/kernel'
import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'

/** Starts the trace of each request, logs the request and measures it by route. */
export function observe(fastify: FastifyInstance, registry: MetricsRegistry, logger: Logger, tracer: Tracer): void {
  logAccess(fastify, logger, tracer)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions?.url ?? 'none'
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
}
