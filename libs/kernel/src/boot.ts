import { createServer } from 'node:http'
import { ConfigError, type Env } from './config.js'
import { createLogger } from './logger.js'
import type { Timing } from './timing.js'
import type { SpanProvider } from './tracing.js'

/**
 * A running service: `ready` resolves when it can respond; `drain` finishes the work in progress and closes everything.
 */
export interface Running {
  ready: Promise<void>
  drain(): Promise<void>
  /** Its base URL, if it serves HTTP. */
  url?: string
  /** Returns the names of the parts that don't respond; empty if all do. */
  unhealthy(): Promise<string[]>
  /** Returns the metrics as Prometheus text. */
  metrics(): Promise<string>
  /** Returns what operators should see at `/readyz` besides its state, as lines. Answers at once. */
  notes?(): string[]
}

/** Parts that a service creates from its environment unless the caller passes them. */
export interface BootParts {
  tracerProvider?: SpanProvider | undefined
  /** Machine time; by default the system’s. */
  timing?: Timing | undefined
}

/** Starts a service from an environment. Changes no global state, so that several can run in one process. */
export type Boot = (env: Env, parts?: BootParts) => Promise<Running>

const EX_CONFIG = 78

/** Runs a service as a separate process: environment, signals, health port and exit code. */
export async function runMain(service: string, boot: Boot): Promise<void> {
  process.on('uncaughtException', (error) => exitWithError(service, error))
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
    exitWithError(service, error)
  }
}

/** Prints configuration errors for a person to read; logs any other failure. */
function exitWithError(service: string, error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(`${service}: ${error.message}\n`)
    process.exit(EX_CONFIG)
  }
  createLogger(service, 'fatal').fatal({ err: error }, 'the process failed')
  process.exit(1)
}

/** Serves `/healthz` (the process runs), `/readyz` (it can do its work) and `/metrics`. */
function serveHealth(port: number | undefined, running: Running, state: { draining: boolean }) {
  if (!port) return undefined
  const server = createServer((request, response) => {
    const respond = (status: number, body: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (request.url === '/healthz') return respond(200, 'ok')
    if (request.url === '/metrics') {
      return void running.metrics().then(
        (text) => respond(200, text),
        () => respond(500, 'no metrics'),
      )
    }
    if (request.url !== '/readyz') return respond(404, 'not found')
    if (state.draining) return respond(503, 'draining')
    running.unhealthy().then(
      (parts) => {
        const lines = [parts.length ? parts.join(', ') : 'ok', ...(running.notes?.() ?? [])]
        respond(parts.length ? 503 : 200, lines.join('\n'))
      },
      () => respond(503, 'unknown'),
    )
    return undefined
  })
  return server.listen(port)
}
