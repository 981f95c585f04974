import { AuthModule } from '@hissa/auth'
import { LOGGER, METRICS, type Logger, type MetricsRegistry, type SystemClock, type Tracing } from '@hissa/kernel'
import {
  BUS,
  REVOCATIONS,
  RpcClient,
  VERIFY_TOKEN,
  type Bus,
  type RevocationFeed,
  type VerifyToken,
} from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Module, type DynamicModule, type Type } from '@nestjs/common'
import { APP_FILTER, APP_PIPE } from '@nestjs/core'
import { AccountController } from './account/account.controller.js'
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js'
import { ProblemFilter } from './http/problem.filter.js'
import { PublicCache } from './http/public-cache.js'
import type { Readiness } from './http/readiness.js'
import { SchemaPipe } from './http/schema.pipe.js'
import { SharedLimiter } from './http/shared-limiter.js'
import { FinanceController } from './invest/finance.controller.js'
import { InvestorsController } from './invest/investors.controller.js'
import { CardsController } from './invest/cards.controller.js'
import { InvestController, PreviewController } from './invest/invest.controller.js'
import { RegisterController, RegisterProofController } from './invest/register.controller.js'
import { KycController } from './kyc/kyc.controller.js'
import { TicketsController } from './kyc/tickets.controller.js'
import { EventListener } from './live/event-listener.js'
import { LiveGateway } from './live/live.gateway.js'
import { SessionSockets } from './live/session-sockets.js'
import { PropertiesController } from './properties/properties.controller.js'
import { PublicationsController } from './properties/publications.controller.js'
import { TokensController, WalletController } from './tokens/tokens.controller.js'

export interface GatewayParts {
  config: GatewayConfig
  logger: Logger
  metrics: MetricsRegistry
  tracing: Tracing
  bus: Bus
  clock: SystemClock
  cache: PublicCache
  /** Counts reads, including the opening of sockets. */
  reads: SharedLimiter
  writes: SharedLimiter
  rpc: RpcClient
  readiness: Readiness
  verify: VerifyToken
  revocations: RevocationFeed
}

export const controllers: readonly Type[] = [
  AccountController,
  PropertiesController,
  PreviewController,
  InvestController,
  RegisterController,
  RegisterProofController,
  TokensController,
  WalletController,
  CardsController,
  FinanceController,
  InvestorsController,
  KycController,
  TicketsController,
  PublicationsController,
]

@Module({})
export class GatewayModule {
  static with({ config, logger, metrics, bus, cache, reads, rpc, verify, revocations }: GatewayParts): DynamicModule {
    const pool = { jwksUrl: config.JWKS_URL, issuer: config.ISSUER, clientId: config.CLIENT_ID, revocations }
    return {
      module: GatewayModule,
      imports: [AuthModule.forRoot(pool)],
      controllers: [...controllers],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: METRICS, useValue: metrics },
        { provide: BUS, useValue: bus },
        { provide: PublicCache, useValue: cache },
        { provide: SharedLimiter, useValue: reads },
        { provide: RpcClient, useValue: rpc },
        { provide: VERIFY_TOKEN, useValue: verify },
        { provide: REVOCATIONS, useValue: revocations },
        { provide: Storage, useValue: new Storage(config.STORAGE_URL) },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: SchemaPipe },
        SessionSockets,
        LiveGateway,
        EventListener,
      ],
    }
  }
}
