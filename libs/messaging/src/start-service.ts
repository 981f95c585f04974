import {
  ConnectionDrain,
  loadConfig,
  logAccess,
  nestLogger,
  ServiceConfig,
  waitForTrafficToMove,
  type BootParts,
  type Env,
  type LoggedServer,
  type Running,
} from '@hissa/kernel'
import { ensureModels } from '@hissa/persistence'
import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { MicroserviceOptions } from '@nestjs/microservices'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { natsOptions } from './connection.js'
import { CoreModule, openCore, type Core } from './core.module.js'
import { missingParts } from './health.js'
import { RpcServer } from './rpc-server.js'

@Module({})
class RootModule {}

export interface ServiceOptions {
  service: string
  env: Env
  parts?: BootParts | undefined
  /** Returns the service's module. Called with the core, so that models exist before Nest starts. */
  module: (core: Core) => Type | DynamicModule
  /** For a service that also serves HTTP (identity). Port 0 selects a free one. */
  http?: {
    port: number
    host: string
    configure?: (app: NestFastifyApplication) => Promise<void> | void
    adapter?: () => FastifyAdapter
  }
}

/**
 * Starts a service: store, bus, models and indexes, reactions, relay, deadlines, and RPC in the service's queue group.
 * Errors: ConfigError with every invalid setting. `drain` stops accepting requests and calls, finishes those in
 * progress, sends the outbox and closes.
 */
export async function startService(options: ServiceOptions): Promise<Running> {
  const { service, env } = options
  const config = loadConfig(ServiceConfig, env)
  const core = await openCore(service, config, config.HEALTH_PORT !== undefined, options.parts)
  try {
    const module = { module: RootModule, imports: [CoreModule.with(service, core, config), options.module(core)] }
    await ensureModels(core.connection)
    await core.relay.start()
    const nats = { ...natsOptions(config.NATS_URL), queue: service, name: `${service}-rpc` }
    const server = new RpcServer(nats, core.calls)
    const microservice: MicroserviceOptions = { strategy: server }
    const { app, url, connections } = options.http
      ? await startHybrid(module, microservice, options.http, core)
      : await startMicroservice(module, microservice, nestLogger(core.logger))
    handleClockCommands(core)
    // Calls and commands that follow immediately must reach this service.
    await Promise.all([server.flushed(), core.bus.nc.flush()])
    core.deadlines.start()
    core.logger.info({ url }, 'ready')
    return running(core, url, async () => {
      if (connections) {
        await waitForTrafficToMove(config, core.timing)
        await connections.end()
      }
      await drain(core, app)
    })
  } catch (error) {
    await closeCore(core)
    throw error
  }
}

async function startMicroservice(
  module: DynamicModule,
  microservice: MicroserviceOptions,
  logger: ReturnType<typeof nestLogger>,
) {
  const app = await NestFactory.createMicroservice(module, { ...microservice, logger, abortOnError: false })
  await app.listen()
  return { app, url: undefined, connections: undefined }
}

async function startHybrid(
  module: DynamicModule,
  microservice: MicroserviceOptions,
  http: NonNullable<ServiceOptions['http']>,
  { logger, tracing, timing }: Core,
) {
  const adapter = http.adapter?.() ?? new FastifyAdapter({ return503OnClosing: false })
  logAccess(adapter.getInstance<LoggedServer>(), logger, tracing.tracer)
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: nestLogger(logger),
    abortOnError: false,
  })
  const connections = new ConnectionDrain(app.getHttpServer(), timing)
  await http.configure?.(app)
  app.connectMicroservice(microservice, { inheritAppConfig: true })
  await app.startAllMicroservices()
  await app.listen(http.port, http.host)
  return { app, url: (await app.getUrl()).replace('[::1]', '127.0.0.1'), connections }
}

function running(core: Core, url: string | undefined, drain: () => Promise<void>): Running {
  let drained: Promise<void> | undefined
  return {
    ready: Promise.resolve(),
    ...(url ? { url } : {}),
    drain: () => (drained ??= drain()),
    unhealthy: () => (drained ? Promise.resolve(['draining']) : missingParts(core)),
    metrics: () => core.metrics.metrics(),
    notes: () => core.notes.flatMap((note) => note()),
  }
}

async function drain(core: Core, app: INestApplicationContext): Promise<void> {
  await core.deadlines.stop()
  await core.inbox.stop()
  await app.close()
  await closeCore(core)
}

async function closeCore(core: Core): Promise<void> {
  core.revocations.stop()
  await core.relay.stop()
  await core.bus.nc.drain()
  await core.connection.close()
  await core.tracing.end()
}

/**
 * Handles the clock command, in local mode only: moves the business clock, runs due work, and returns the next due
 * time.
 */
function handleClockCommands(core: Core): void {
  core.local.on('clock', async ({ offsetMs }: { offsetMs?: number }) => {
    if (offsetMs !== undefined) core.clock.moveTo(offsetMs)
    await core.deadlines.runNow()
    const nextDueAt = await core.deadlines.nextDueAt()
    return { nextDueAt: nextDueAt?.toISOString() ?? null, pending: await core.deadlines.pending() }
  })
}
