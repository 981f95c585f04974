import { fastify } from 'fastify'
import { logAccess, unrecordedTracer, type Logger } from '@hissa/kernel'
import type { FaultMode } from '@hissa/local-kit/fault'
import type { Faulty } from '../sandbox/faults.js'

type Target = 'email' | 'payments'
interface FaultOrder {
  target: Target
  mode: FaultMode | null
  untilMs: number
}

/**
 * Starts the server through which the launcher's container switches faults of the sandboxes. Its port is unpublished.
 */
export async function startFaultControl(
  parts: Record<Target, Faulty>,
  { port, host, logger }: { port: number; host: string; logger: Logger },
): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  logAccess(app, logger, unrecordedTracer)
  app.get('/readyz', () => 'ok')
  app.post<{ Body: FaultOrder }>('/faults', ({ body: { target, mode, untilMs } }, reply) => {
    parts[target].setFault(mode, untilMs)
    return reply.code(204).send()
  })
  const url = await app.listen({ port, host })
  return { url, close: () => app.close() }
}

/** Controls a sandbox in another container. A switch that fails is logged, while the page shows the requested state. */
export function remoteFaulty(controlUrl: string, target: Target, logger: Logger): Faulty {
  return {
    setFault: (mode, untilMs) => {
      const order: FaultOrder = { target, mode, untilMs }
      const headers = { 'content-type': 'application/json' }
      void fetch(`${controlUrl}/faults`, { method: 'POST', headers, body: JSON.stringify(order) }).catch(
        (error: unknown) => logger.error({ err: error, target, mode }, 'a fault could not be switched'),
      )
    },
  }
}
