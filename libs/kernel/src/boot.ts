import { createServer } from 'node:http'
import { ConfigError, type Env } from './config.js'
import { createLogger } from './logger.js'
import { createMetrics, Gauge, type MetricsRegistry } from './metrics.js'
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

/**
 * Runs a service as a separate process: environment, signals, health port and exit code. With `--prepare` it only starts,
 * which creates collections and indexes and applies migrations, then drains and exits.
 */
export async function runMain(service: string, boot: Boot): Promise<void> {
  process.on('uncaughtException', (error) => exitWithError(service, error))
  try {
    const running = await boot(process.env)
    const probes = new Probes(service, running)
    const health = serveHealth(Number(process.env.HEALTH_PORT) || undefined, probes)
    const stop = async () => {
      if (probes.isDraining) return
      probes.isDraining = true
      await running.drain()
      health?.close()
      process.exit(0)
    }
    process.once('SIGTERM', () => void stop())
    process.once('SIGINT', () => void stop())
    await running.ready
    probes.hasStarted = true
    process.send?.({ ready: true, url: running.url })
    if (process.argv.includes('--prepare')) await stop()
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

interface Answer {
  status: number
  body: string
}

/** Publishes the parts that a process needs and that do not answer, by name, with the value 1. */
export function measureMissingParts(registry: MetricsRegistry, unhealthy: Running['unhealthy']): void {
  new Gauge({
    name: 'service_part_missing',
    help: 'Parts that the service needs and that do not answer, such as its store.',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const missing = await unhealthy().catch(() => [])
      this.reset()
      for (const part of missing) this.set({ part }, 1)
    },
  })
}

/** What the probes of a process answer. */
class Probes {
  isDraining = false
  /** Whether `ready` has resolved. */
  hasStarted = false
  /** Whether every part has answered since the start. From then on a lost part doesn't make the process unready. */
  private wasComplete = false
  private readonly parts

  constructor(
    service: string,
    private readonly running: Running,
  ) {
    this.parts = createMetrics(service, false)
    measureMissingParts(this.parts, () => running.unhealthy())
  }

  /**
   * Reports whether the process should get work: not while it starts or drains. A store or a bus that is lost later is
   * lost for every replica, so taking them all out of rotation would help no one: calls are refused with 503, and an
   * alert fires.
   */
  async readiness(): Promise<Answer> {
    if (this.isDraining) return { status: 503, body: 'draining' }
    const missing = await this.running.unhealthy().catch(() => ['unknown'])
    this.wasComplete ||= this.hasStarted && missing.length === 0
    const parts = missing.join(', ')
    if (!this.wasComplete) return { status: 503, body: parts ? `starting: ${parts}` : 'starting' }
    return { status: 200, body: [parts ? `without ${parts}` : 'ok', ...(this.running.notes?.() ?? [])].join('\n') }
  }

  async metrics(): Promise<Answer> {
    try {
      const [own, parts] = await Promise.all([this.running.metrics(), this.parts.metrics()])
      return { status: 200, body: `${own}${parts}` }
    } catch {
      return { status: 500, body: 'no metrics' }
    }
  }
}

/** Serves `/healthz` (the process runs), `/readyz` (it neither starts nor drains) and `/metrics`. */
function serveHealth(port: number | undefined, probes: Probes) {
  if (!port) return undefined
  const answers: Record<string, () => Answer | Promise<Answer>> = {
    '/healthz': () => ({ status: 200, body: 'ok' }),
    '/readyz': () => probes.readiness(),
    '/metrics': () => probes.metrics(),
  }
  const server = createServer((request, response) => {
    const { [request.url ?? '']: answer = () => ({ status: 404, body: 'not found' }) } = answers
    void Promise.resolve(answer()).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body),
    )
  })
  return server.listen(port)
}
