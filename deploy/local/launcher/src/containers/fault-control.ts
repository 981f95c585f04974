import { fastify } from 'fastify'
import type { Logger } from '@hissa/kernel'
import type { FaultMode, Faulty } from '../sandbox/faults.js'

type Target = 'email' | 'payments'
interface FaultOrder {
  target: Target
  mode: FaultMode | null
  untilMs: number
}

/** Starts the server through which the launcher's container switches faults of the sandboxes. Its port is unpublished. */
export async function startFaultControl(parts: Record<Target, Faulty>, port: number, host: string) {
  const app = fastify({ forceCloseConnections: true })
  app.get('/readyz', () => 'ok')
  app.post<{ Body: FaultOrder }>('/faults', ({ body: { target, mode, untilMs } }, reply) => {
    parts[target].setFault(mode, untilMs)
    return reply.code(204).send()
  })
  await app.listen({ port, host })
  return app
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
