import { createLogger, createMetrics, runMain, systemTiming, type Running } from '@hissa/kernel'
import { startBusOperator, type RunningOperator } from './bus-operator.js'
import { observeBus } from './observe-bus.js'

const LONGEST_MS = 60_000
const RETRY_MS = 500

/**
 * Runs the bus operator, the only user that may create streams and consumers. The process is ready once they exist;
 * services start after that. Environment: `NATS_URL`, `NATS_REPLICAS`, `HEALTH_PORT`, `LOG_LEVEL`.
 */
await runMain('bus', async (env): Promise<Running> => {
  const url = env['NATS_URL']
  if (!url) throw new Error('NATS_URL is missing')
  const logger = createLogger('bus', env['LOG_LEVEL'] ?? 'info')
  const metrics = createMetrics('bus', true)
  const replicas = Number(env['NATS_REPLICAS'] ?? 1)
  const observer = observeBus(logger, metrics)
  const start = () => startBusOperator(url, observer, replicas)
  const operator = await startWithin(start, systemTiming.elapsedMs() + LONGEST_MS)
  logger.info('ready')
  return {
    ready: Promise.resolve(),
    drain: () => operator.stop(),
    unhealthy: () => Promise.resolve(operator.isHealthy() ? [] : ['bus']),
    metrics: () => metrics.metrics(),
  }
})

/** Retries, because the server may start after this process. */
async function startWithin(start: () => Promise<RunningOperator>, deadlineMs: number): Promise<RunningOperator> {
  try {
    return await start()
  } catch (error) {
    if (systemTiming.elapsedMs() > deadlineMs) throw error
    await systemTiming.sleep(RETRY_MS)
    return startWithin(start, deadlineMs)
  }
}
