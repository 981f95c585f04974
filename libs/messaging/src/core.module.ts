import { createTokenVerifier } from '@hissa/auth'
import {
  CLOCK,
  createLogger,
  createMetrics,
  Deadlines,
  LOGGER,
  METRICS,
  openTracing,
  registerNumber,
  SystemClock,
  systemTiming,
  TIME_LIMITS,
  timeLimits,
  TIMING,
  TRACER,
  wallNow,
  type BootParts,
  type Clock,
  type Logger,
  type MetricsRegistry,
  type ServiceConfig,
  type TimeLimits,
  type Timing,
  type Tracing,
} from '@hissa/kernel'
import { connectMongo, MONGO, type Connection } from '@hissa/persistence'
import { Global, Module, type DynamicModule } from '@nestjs/common'
import { BUS, connectBus, type Bus } from './connection.js'
import { healthController, missingParts } from './health.js'
import { Inbox } from './inbox.js'
import { LocalCommands } from './local-commands.js'
import { createMeasures, type Measures } from './measures.js'
import { Outbox } from './outbox.js'
import { Relay } from './relay.js'
import { RpcClient } from './rpc-client.js'
import { REVOCATIONS, RevocationFeed } from './revocation-feed.js'
import { PendingCalls } from './rpc-server.js'
import { MEASURES, RpcInterceptor, VERIFY_TOKEN } from './rpc.js'

/** Functions that return lines for `/readyz`. They answer at once from what is known. */
export type Notes = (() => readonly string[])[]
/** Where a part of a service adds its lines. */
export const NOTES = Symbol('NOTES')

/** The infrastructure of one service; never shared between services. */
export interface Core {
  connection: Connection
  bus: Bus
  clock: SystemClock
  timing: Timing
  limits: TimeLimits
  logger: Logger
  metrics: MetricsRegistry
  tracing: Tracing
  measures: Measures
  deadlines: Deadlines
  outbox: Outbox
  relay: Relay
  inbox: Inbox
  rpc: RpcClient
  calls: PendingCalls
  local: LocalCommands
  revocations: RevocationFeed
  notes: Notes
}

/** Connects a service to its store and bus, and creates what its modules share. */
export async function openCore(
  service: string,
  config: ServiceConfig,
  ownProcess: boolean,
  { tracerProvider: provider, timing = systemTiming }: BootParts = {},
): Promise<Core> {
  const logger = createLogger(service, config.LOG_LEVEL)
  const tracing = await openTracing(service, config, logger, { provider })
  const { tracer } = tracing
  const connection = await connectMongo({ uri: config.MONGODB_URI, dbName: `${config.MONGODB_DB_PREFIX}${service}` })
  const bus = await connectBus(config.NATS_URL, service, config.NATS_REPLICAS).catch(async (error) => {
    await connection.close()
    throw error
  })
  const clock = new SystemClock(config.CLOCK_OFFSET_MS, timing)
  const limits = timeLimits(config.DEADLINE_FACTOR)
  const deadlines = new Deadlines(clock, logger, tracer, timing)
  const outbox = new Outbox(connection)
  const metrics = createMetrics(service, ownProcess)
  const measures = createMeasures(metrics, () => outbox.unsentCount())
  measureOutboxAge(metrics, outbox, clock)
  const { event: count, worked, asked } = measures
  const inbox = new Inbox(service, connection, bus, logger, { ...{ count, worked }, tracer, timing })
  const revocations = new RevocationFeed(bus, logger, metrics, timing, limits.factor)
  revocations.start()
  deadlines.registerPending('outbox', () => outbox.unsentCount())
  deadlines.registerPending('inbox', async () => inbox.inFlightCount())
  return {
    connection,
    bus,
    clock,
    timing,
    limits,
    logger,
    metrics,
    tracing,
    measures,
    deadlines,
    outbox,
    relay: new Relay(service, connection, outbox, bus, logger, {
      countRepublished: measures.republished,
      tracer,
      timing,
    }),
    inbox,
    rpc: new RpcClient(bus.nc, tracer, {
      ...{ validates: config.NODE_ENV === 'test', timing, deadlineFactor: limits.factor, asked },
    }),
    calls: new PendingCalls(),
    local: new LocalCommands(service, config.LOCAL_MODE === '1', bus, logger),
    revocations,
    notes: [],
  }
}

function measureOutboxAge(metrics: MetricsRegistry, outbox: Outbox, clock: Clock): void {
  const names = {
    name: 'outbox_oldest_age_seconds',
    help: 'Business time since the oldest event that is not yet published; 0 without any.',
  }
  registerNumber(metrics, names, async () => {
    const oldest = await outbox.oldestUnsentAt()
    return oldest ? Math.max(0, clock.now().getTime() - oldest.getTime()) / 1000 : 0
  })
}

@Global()
@Module({})
export class CoreModule {
  static with(service: string, core: Core, config: ServiceConfig): DynamicModule {
    const verify = createTokenVerifier({
      jwksUrl: config.JWKS_URL,
      issuer: config.ISSUER,
      clientId: config.CLIENT_ID,
      revocations: core.revocations,
      now: () => wallNow(core.timing),
    })
    const providers = [
      { provide: MONGO, useValue: core.connection },
      { provide: BUS, useValue: core.bus },
      { provide: CLOCK, useValue: core.clock },
      { provide: TIMING, useValue: core.timing },
      { provide: TIME_LIMITS, useValue: core.limits },
      { provide: LOGGER, useValue: core.logger },
      { provide: METRICS, useValue: core.metrics },
      { provide: TRACER, useValue: core.tracing.tracer },
      { provide: VERIFY_TOKEN, useValue: verify },
      { provide: REVOCATIONS, useValue: core.revocations },
      { provide: NOTES, useValue: core.notes },
      { provide: MEASURES, useValue: core.measures },
      { provide: Deadlines, useValue: core.deadlines },
      { provide: Outbox, useValue: core.outbox },
      { provide: Inbox, useValue: core.inbox },
      { provide: RpcClient, useValue: core.rpc },
      { provide: PendingCalls, useValue: core.calls },
      { provide: LocalCommands, useValue: core.local },
      RpcInterceptor,
    ]
    const controllers = [healthController(service, () => missingParts(core))]
    return { module: CoreModule, controllers, providers, exports: providers }
  }
}
