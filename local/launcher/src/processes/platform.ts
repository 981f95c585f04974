import { performance } from 'node:perf_hooks'
import { createLogger, type Boot, type Env, type Running } from '@hissa/kernel'
import { drainWithinMs } from './drain-time.js'

/** Message to the launcher: a service is ready, or could not start. */
export type PlatformReport = { ready: string; ms: number } | { failed: string; message: string } | { allReady: true }

/** Message from the launcher: the environment of each service. */
export interface PlatformOrder {
  boot: Record<string, Env>
}

/**
 * The whole platform in one process: every service is booted with its own environment, and none reads process.env. The
 * launcher sends the environments in a message, because others could read secrets on a command line.
 */
const running = new Map<string, Running>()
let drainTimeoutMs = drainWithinMs({})
let stopping = false

process.once('message', (order: PlatformOrder) => void bootAll(order))
process.once('SIGTERM', () => void stop())

async function bootAll(order: PlatformOrder): Promise<void> {
  drainTimeoutMs = Math.max(...Object.values(order.boot).map(drainWithinMs))
  await Promise.all(Object.entries(order.boot).map(([service, env]) => bootOne(service, env)))
  report({ allReady: true })
}

async function bootOne(service: string, env: Env): Promise<void> {
  const startedAt = performance.now()
  try {
    const { boot } = (await import(`@hissa/${service}`)) as { boot: Boot }
    const booted = await boot(env)
    running.set(service, booted)
    await booted.ready
    report({ ready: service, ms: Math.round(performance.now() - startedAt) })
  } catch (error) {
    const { name, message } = error as Error
    createLogger(service, 'fatal').fatal({ err: error }, 'the service does not start')
    report({ failed: service, message: name === 'ConfigError' ? message : (message.split('\n')[0] ?? '') })
    await stop(1)
  }
}

/** The gateway stops first, so that no call reaches a service that is closing. */
async function stop(code = 0): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), drainTimeoutMs).unref()
  await running.get('gateway')?.drain()
  const results = await Promise.allSettled([...running.values()].map((service) => service.drain()))
  for (const result of results)
    if (result.status === 'rejected') createLogger('platform', 'error').error({ err: result.reason }, 'a drain failed')
  process.exit(code)
}

function report(message: PlatformReport): void {
  process.send?.(message)
}
