import { fastify } from 'fastify'
import { logAccess, unrecordedTracer, type Logger } from '@hissa/kernel'
import type { FaultMode } from '@hissa/local-kit/fault'
import type { Faulty } from '../sandbox/faults.js'

type Target = 'email' | 'payments' | 'chain'
interface FaultOrder {
  target: Target
  mode: FaultMode | null
  untilMs: number
  slowMs?: number
}

/**
 * Starts the server through which the launcher's container switches faults of the sandboxes. Its port is unpublished.
 */
export async function startFaultControl(
  parts: Partial<Record<Target, Faulty>>,
  { port, host, logger }: { port: number; host: string; logger: Logger },
): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  logAccess(app, logger, unrecordedTracer)
  app.get('/readyz', () => 'ok')
  app.post<{ Body: FaultOrder }>('/faults', ({ body: { target, mode, untilMs, slowMs } }, reply) => {
    parts[target]?.setFault(mode, untilMs, slowMs)
    return reply.code(parts[target] ? 204 : 404).send()
  })
  const url = await app.listen({ port, host })
  return { url, close: () => app.close() }
}

/** Controls a sandbox in another container. A switch that fails is logged, while the page shows the requested state. */
export function remoteFaulty(controlUrl: string, target: Target, logger: Logger): Faulty {
  return {
    setFault: (mode, untilMs, slowMs) => {
      const order: FaultOrder = { target, mode, untilMs, ...(slowMs !== undefined && { slowMs }) }
      const headers = { 'content-type': 'application/json' }
      void fetch(`${controlUrl}/faults`, { method: 'POST', headers, body: JSON.stringify(order) }).catch(
        (error: unknown) => logger.error({ err: error, target, mode }, 'a fault could not be switched'),
      )
    },
  }
}
