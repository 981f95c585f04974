import { AuthModule } from '@hissa/auth'
import {
  LOGGER,
  METRICS,
  TIME_LIMITS,
  TIMING,
  type Logger,
  type MetricsRegistry,
  type SystemClock,
  type TimeLimits,
  type Timing,
  type Tracing,
} from '@hissa/kernel'
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
import { ArticlesController } from './chat/articles.controller.js'
import { AudioController } from './chat/audio.controller.js'
import { ChatGateway } from './chat/chat.gateway.js'
import { ConversationsController } from './chat/conversations.controller.js'
import { LearningController } from './chat/learning.controller.js'
import { ProgressController } from './chat/progress.controller.js'
import { QuestionLimits, QUESTIONS, SpeechLimits, SPEECHES } from './chat/question-limits.js'
import { FormsController } from './company/forms.controller.js'
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js'
import { ProblemFilter } from './http/problem.filter.js'
import { PublicCache } from './http/public-cache.js'
import type { Readiness } from './http/readiness.js'
import { SchemaPipe } from './http/schema.pipe.js'
import { SharedLimiter } from './http/shared-limiter.js'
import { CertificateChecksController, CertificatesController } from './invest/certificates.controller.js'
import { DeedsController } from './invest/deeds.controller.js'
import { ReceiptsController } from './invest/receipts.controller.js'
import { StatementKeysController, StatementsController } from './invest/statements.controller.js'
import { IncomeController, PropertyIncomeController } from './invest/income.controller.js'
import { PropertyValuationsController, ValuationsController } from './invest/valuations.controller.js'
import { FinanceController } from './invest/finance.controller.js'
import { InvestorsController } from './invest/investors.controller.js'
import { CardsController } from './invest/cards.controller.js'
import { IncomeCalendarController, IncomeFeedController } from './invest/income-feed.controller.js'
import { InvestorCardChecksController, InvestorCardController } from './invest/investor-card.controller.js'
import { RewardsController, RewardsProgramController } from './invest/rewards.controller.js'
import { CashController, PayoutsController } from './invest/cash.controller.js'
import { ReconciliationController } from './invest/reconciliation.controller.js'
import { InvestController, PreviewController } from './invest/invest.controller.js'
import { RegisterController, RegisterProofController } from './invest/register.controller.js'
import { TrackRecordController } from './invest/track-record.controller.js'
import { KycController } from './kyc/kyc.controller.js'
import { PhoneController, PhoneLinkController } from './kyc/phone.controller.js'
import { TicketsController } from './kyc/tickets.controller.js'
import { EventListener } from './live/event-listener.js'
import { LiveGateway } from './live/live.gateway.js'
import { SessionSockets } from './live/session-sockets.js'
import { SocketAdmission } from './live/socket-admission.js'
import { DocumentPages } from './properties/document-page.js'
import { EmailPreferenceController } from './notices/email-preference.controller.js'
import { NoticesController } from './notices/notices.controller.js'
import { PictureCache } from './properties/picture-cache.js'
import { PropertiesController } from './properties/properties.controller.js'
import { PublicationsController } from './properties/publications.controller.js'
import { RecordsController } from './properties/records.controller.js'
import { LegalVersionsController } from './properties/legal-versions.controller.js'
import { SavedController } from './properties/saved.controller.js'
import { AuditController } from './staff/audit.controller.js'
import { UsersController } from './staff/users.controller.js'
import { ShareholdersController } from './tokens/shareholders.controller.js'
import { TokensController } from './tokens/tokens.controller.js'
import { WalletController } from './tokens/wallet.controller.js'

export interface GatewayParts {
  config: GatewayConfig
  logger: Logger
  metrics: MetricsRegistry
  tracing: Tracing
  bus: Bus
  clock: SystemClock
  timing: Timing
  limits: TimeLimits
  cache: PublicCache
  pictureCache: PictureCache
  /** Paths of the web's files. */
  webFiles: ReadonlySet<string>
  /** Counts reads, including the opening of sockets. */
  reads: SharedLimiter
  /** Counts PDFs of documents, in addition to `reads`. */
  pdfs: SharedLimiter
  /** Counts files of uploaded pictures, in addition to `reads`. */
  pictures: SharedLimiter
  writes: SharedLimiter
  /** Counts signatures of wallets, which are costly to verify, in addition to `writes`. */
  proofs: SharedLimiter
  /** Counts sessions in which a card is saved, in addition to `writes`. */
  cardSetups: SharedLimiter
  bankAccounts: SharedLimiter
  /** Counts readings of pictures of documents, in addition to `writes`. */
  readings: SharedLimiter
  /** Counts questions to the assistant. */
  questions: SharedLimiter
  /** Counts texts to read aloud. */
  speeches: SharedLimiter
  rpc: RpcClient
  readiness: Readiness
  verify: VerifyToken
  revocations: RevocationFeed
}

export const controllers: readonly Type[] = [
  AccountController,
  PropertiesController,
  LegalVersionsController,
  SavedController,
  FormsController,
  PreviewController,
  InvestController,
  RegisterController,
  RegisterProofController,
  TrackRecordController,
  TokensController,
  WalletController,
  CardsController,
  CashController,
  PayoutsController,
  ReconciliationController,
  RewardsProgramController,
  RewardsController,
  InvestorCardController,
  InvestorCardChecksController,
  DeedsController,
  ReceiptsController,
  CertificateChecksController,
  CertificatesController,
  StatementKeysController,
  StatementsController,
  IncomeController,
  IncomeFeedController,
  IncomeCalendarController,
  PropertyIncomeController,
  PropertyValuationsController,
  ValuationsController,
  FinanceController,
  InvestorsController,
  ShareholdersController,
  KycController,
  PhoneLinkController,
  PhoneController,
  TicketsController,
  AuditController,
  UsersController,
  PublicationsController,
  RecordsController,
  ArticlesController,
  ConversationsController,
  AudioController,
  LearningController,
  ProgressController,
  NoticesController,
  EmailPreferenceController,
]

@Module({})
export class GatewayModule {
  static with(parts: GatewayParts): DynamicModule {
    const {
      config,
      logger,
      metrics,
      timing,
      limits,
      bus,
      cache,
      pictureCache,
      webFiles,
      reads,
      questions,
      speeches,
      rpc,
      verify,
      revocations,
    } = parts
    const pool = { jwksUrl: config.JWKS_URL, issuer: config.ISSUER, clientId: config.CLIENT_ID, revocations }
    return {
      module: GatewayModule,
      imports: [AuthModule.forRoot(pool)],
      controllers: [...controllers],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: METRICS, useValue: metrics },
        { provide: TIMING, useValue: timing },
        { provide: TIME_LIMITS, useValue: limits },
        { provide: BUS, useValue: bus },
        { provide: PublicCache, useValue: cache },
        { provide: PictureCache, useValue: pictureCache },
        { provide: DocumentPages, useValue: new DocumentPages(webFiles) },
        { provide: SharedLimiter, useValue: reads },
        { provide: QUESTIONS, useValue: questions },
        { provide: SPEECHES, useValue: speeches },
        { provide: RpcClient, useValue: rpc },
        { provide: VERIFY_TOKEN, useValue: verify },
        { provide: REVOCATIONS, useValue: revocations },
        { provide: Storage, useValue: new Storage(config.STORAGE_URL) },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: SchemaPipe },
        SessionSockets,
        SocketAdmission,
        QuestionLimits,
        SpeechLimits,
        ChatGateway,
        LiveGateway,
        EventListener,
      ],
    }
  }
}
