import { createServer } from 'node:http'
import { ConfigError, type Env } from './config.js'
import { createLogger } from './logger.js'
import type { SpanProvider } from './tracing.js'

/** A service that runs: `ready` settles when it can answer; `drain` finishes what is in hand and closes everything. */
export interface Running {
  ready: Promise<void>
  drain(): Promise<void>
  /** Where it listens, if it speaks HTTP. */
  url?: string
  /** Names of the parts that do not answer; empty when all is well. */
  unhealthy(): Promise<string[]>
  /** Prometheus text. */
  metrics(): Promise<string>
}

/** What a service makes itself from its environment, unless the caller brings it. */
export interface BootParts {
  tracerProvider?: SpanProvider | undefined
}

/** Starts a service from an environment. Touches no global, so several may run in one process. */
export type Boot = (env: Env, parts?: BootParts) => Promise<Running>

const EX_CONFIG = 78

/** The frame of a service that is a process of its own: environment, signals, health port, exit code. */
export async function runMain(service: string, boot: Boot): Promise<void> {
  process.on('uncaughtException', (error) => endWith(service, error))
  try {
    const running = await boot(process.env)
    const state = { draining: false }
    const health = serveHealth(Number(process.env.HEALTH_PORT) || undefined, running, state)
    const stop = async () => {
      if (state.draining) return
      state.draining = true
      await running.drain()
      health?.close()
      process.exit(0)
    }
    process.once('SIGTERM', () => void stop())
    process.once('SIGINT', () => void stop())
    await running.ready
    process.send?.({ ready: true, url: running.url })
  } catch (error) {
    endWith(service, error)
  }
}

/** Configuration errors are printed for a person to read; every other failure is a line of the log. */
function endWith(service: string, error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(`${service}: ${error.message}\n`)
    process.exit(EX_CONFIG)
  }
  createLogger(service, 'fatal').fatal({ err: error }, 'the process ends')
  process.exit(1)
}

/** `/healthz` says the process lives, `/readyz` that it can do its work, `/metrics` what it counts. */
function serveHealth(port: number | undefined, running: Running, state: { draining: boolean }) {
  if (!port) return undefined
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (request.url === '/healthz') return answer(200, 'ok')
    if (request.url === '/metrics') {
      return void running.metrics().then(
        (text) => answer(200, text),
        () => answer(500, 'no metrics'),
      )
    }
    if (request.url !== '/readyz') return answer(404, 'not found')
    if (state.draining) return answer(503, 'draining')
    running.unhealthy().then(
      (parts) => answer(parts.length ? 503 : 200, parts.length ? parts.join(', ') : 'ok'),
      () => answer(503, 'unknown'),
    )
    return undefined
  })
  return server.listen(port)
}
