import { ApprovalStore } from '@hissa/approvals'
import { AuditModule } from '@hissa/audit'
import { type PdfOptions, PdfRenderer } from '@hissa/documents'
import { type Clock, METRICS, type MetricsRegistry, remainingMs } from '@hissa/kernel'
import { Committer, type CommitterOptions, MongoLedgerStore, MongoRunStore, Runs } from '@hissa/ledger'
import { type Core, MessagingModule, type OutboxRow } from '@hissa/messaging'
import { isStoreDown, migrate } from '@hissa/persistence'
import { KeyRing, Storage } from '@hissa/storage'
import { MongoSubjectKeys } from '@hissa/storage/mongo'
import { type DynamicModule, Module, type OnModuleDestroy } from '@nestjs/common'
import { chart } from './accounts.js'
import { AnswerQuestions } from './appropriateness/answer-questions.js'
import { AppropriatenessController } from './appropriateness/appropriateness.controller.js'
import { ReadQuestions } from './appropriateness/read-questions.js'
import { QuizStore } from './appropriateness/quiz.store.js'
import { RecordQuizWhenCompleted } from './appropriateness/record-quiz-when-completed.js'
import { StandingStore } from './appropriateness/standing.store.js'
import { CertificatesController } from './certificates/certificates.controller.js'
import { CheckCertificate } from './certificates/check-certificate.js'
import { ReadCertificate } from './certificates/read-certificate.js'
import { ClassStore } from './classification/class.store.js'
import { ClassificationController } from './classification/classification.controller.js'
import { ClassifyInvestor } from './classification/classify-investor.js'
import { ReadClasses } from './classification/read-classes.js'
import { CONFIG, type InvestmentConfig } from './config.js'
import { afterFailure } from './due/due.js'
import { DashboardController } from './dashboard/dashboard.controller.js'
import { ReadDashboard } from './dashboard/read-dashboard.js'
import { ReadValueOverTime } from './dashboard/read-value-over-time.js'
import { DecisionsController } from './decisions/decisions.controller.js'
import { ReadDecisions } from './decisions/read-decisions.js'
import { DeedsController } from './deeds/deeds.controller.js'
import { ReadDeed } from './deeds/read-deed.js'
import { StoreDeed } from './deeds/store-deed.js'
import { BankAccountSecrets } from './cash/bank-account.js'
import { BankAccountStore } from './cash/bank-account.store.js'
import { CashController } from './cash/cash.controller.js'
import { ManageBankAccounts } from './cash/manage-bank-accounts.js'
import { MovementStore } from './cash/movement.store.js'
import { ReadCash } from './cash/read-cash.js'
import { RequestWithdrawal } from './cash/request-withdrawal.js'
import { WithdrawalStore } from './cash/withdrawal.store.js'
import { CardsController } from './cards/cards.controller.js'
import { ManageCards } from './cards/manage-cards.js'
import { ReadOrderCheckout } from './cards/read-order-checkout.js'
import { CloseDifferenceWhenResolved } from './differences/close-difference-when-resolved.js'
import { DifferenceStore } from './differences/difference.store.js'
import { HoldingDifferenceStore } from './differences/holding-difference.store.js'
import { PaymentDifferenceStore } from './differences/payment-difference.store.js'
import { ListDifferences } from './differences/list-differences.js'
import { OpenDifferenceWhenFound } from './differences/open-difference-when-found.js'
import { AcceptDisclosures } from './disclosures/accept-disclosures.js'
import { DisclosureStore } from './disclosures/disclosure.store.js'
import { DisclosuresController } from './disclosures/disclosures.controller.js'
import { RecordDisclosureWhenPublished } from './disclosures/record-disclosure-when-published.js'
import { HoldingStore } from './holdings/holding.store.js'
import { IncomeFeedController } from './income-feed/income-feed.controller.js'
import { IncomeFeedStore } from './income-feed/income-feed.store.js'
import { ManageIncomeFeed } from './income-feed/manage-income-feed.js'
import { CheckInvestorCard } from './investor-card/check-investor-card.js'
import { InvestorCardController } from './investor-card/investor-card.controller.js'
import { InvestorCardStore } from './investor-card/investor-card.store.js'
import { ManageInvestorCard } from './investor-card/manage-investor-card.js'
import { InvestorNames } from './investors/investor-names.js'
import { InvestorStore } from './investors/investor.store.js'
import { IssueOrderWhenSharesMinted } from './issue/issue-order-when-shares-minted.js'
import { RecordBurnWhenSharesBurned } from './issue/record-burn-when-shares-burned.js'
import { RecordMirrorWhenTransferMirrored } from './issue/record-mirror-when-transfer-mirrored.js'
import { RecordStatusWhenUserStatusChanged } from './orders/record-status-when-user-status-changed.js'
import { MIGRATIONS } from './migrations.js'
import { AdmitOrder } from './orders/admit-order.js'
import { AnnualLimits } from './orders/annual-limits.js'
import { RuleFacts } from './orders/rule-facts.js'
import { HoldOrders } from './orders/hold-orders.js'
import { ScheduleRelease } from './orders/schedule-release.js'
import { OpenCheckout } from './orders/open-checkout.js'
import { OrderStore } from './orders/order.store.js'
import { OrdersController } from './orders/orders.controller.js'
import { PayFromCash } from './orders/pay-from-cash.js'
import { PlaceOrder } from './orders/place-order.js'
import { PreviewOrder } from './orders/preview-order.js'
import { ReadRequirements } from './orders/read-requirements.js'
import { ReadOrders } from './orders/read-orders.js'
import { ReleaseOrder } from './orders/release-order.js'
import { AdvanceRaise } from './lifecycle/advance-raise.js'
import { CancelOrder } from './lifecycle/cancel-order.js'
import { CatchUpOrderWhenUnblocked } from './lifecycle/catch-up-order-when-unblocked.js'
import { DueRaises } from './lifecycle/due-raises.js'
import { StaffActions } from './lifecycle/staff-actions.js'
import { LifecycleController } from './lifecycle/lifecycle.controller.js'
import { HOLD_EVENTS, SamplePast } from './local/sample-past.js'
import { SampleValuations } from './local/sample-valuations.js'
import { StaffDecisions } from './desk/decisions.js'
import { DeskController } from './desk/desk.controller.js'
import { ListApprovals } from './desk/list-approvals.js'
import { ListHeldOrders } from './desk/list-held-orders.js'
import { ReadStaffOrder } from './desk/read-order.js'
import { ReadRaises } from './desk/read-raises.js'
import { ReadClientMoney } from './desk/read-client-money.js'
import { ReadNames } from './desk/read-names.js'
import { RecordExport } from './desk/record-export.js'
import { SearchOrders } from './desk/search-orders.js'
import { TransferStore } from './desk/transfers.store.js'
import { DueOrders } from './payments/due-orders.js'
import { EndReservation } from './payments/end-reservation.js'
import { ExpireOrderWhenReservationLapses } from './payments/expire-order-when-reservation-lapses.js'
import { CARD_GATEWAY, type CardGateway, PAYMENT_GATEWAY, type PaymentGateway } from './processor/processor.api.js'
import { ListPayments } from './payments/list-payments.js'
import { PaymentStore } from './payments/payment.store.js'
import { PaymentsController } from './payments/payments.controller.js'
import { PaymentMetrics } from './payments/payment-metrics.js'
import { ReceiveWebhook } from './payments/receive-webhook.js'
import { RefundOrderWhenDue } from './payments/refund-order-when-due.js'
import { KeepReservation } from './payments/keep-reservation.js'
import { ReleaseReservation } from './payments/release-reservation.js'
import { SettlePayment } from './payments/settle-payment.js'
import { SettlePaymentWhenWebhookIsMissing } from './payments/settle-payment-when-webhook-is-missing.js'
import { CarryOut } from './payments/suspense/carry-out.js'
import { BlockOrder } from './payments/suspense/block-order.js'
import { DisputeOrder } from './payments/suspense/dispute-order.js'
import { ReadSuspense } from './payments/suspense/read-suspense.js'
import { ConflictsOfInterest } from './payments/suspense/conflicts-of-interest.js'
import { Figures } from './payments/suspense/figures.js'
import { RecordSuspense } from './payments/suspense/record-suspense.js'
import { RefundSuspenseWhenResolved } from './payments/suspense/refund-suspense-when-resolved.js'
import { SUBJECT_ACTIONS } from './payments/suspense/subject-actions.js'
import { ResolveSuspense } from './payments/suspense/resolve.js'
import { RetryWork } from './payments/suspense/retry-work.js'
import { SuspenseMetrics } from './payments/suspense/suspense-metrics.js'
import { SuspenseController } from './payments/suspense/suspense.controller.js'
import { SuspenseStore } from './payments/suspense/suspense.store.js'
import { ApproveStatement } from './payouts/approve-statement.js'
import { BankEntryStore } from './payouts/bank-entry.store.js'
import { BANK_GATEWAY, HttpBank } from './payouts/bank-gateway.js'
import { BankStatementStore } from './payouts/bank-statement.store.js'
import { ExchangeFiles } from './payouts/exchange-files.js'
import { ImportStatement } from './payouts/import-statement.js'
import { MakePaymentFile } from './payouts/make-payment-file.js'
import { PaymentFileStore } from './payouts/payment-file.store.js'
import { ReleaseFile } from './payouts/release-file.js'
import { PayoutsController } from './payouts/payouts.controller.js'
import { ReadPayouts } from './payouts/read-payouts.js'
import { TracedCards } from './processor/traced-cards.js'
import { TracedGateway } from './processor/traced-gateway.js'
import { APPROVAL_STORE, IDS, RESERVATION_LIMITS, systemIds, WALL_CLOCK } from './ports.js'
import { HandOver } from './documents/documents.api.js'
import { DecideDistribution } from './income/decide-distribution.js'
import { DistributionStore } from './income/distribution.store.js'
import { IncomeController } from './income/income.controller.js'
import { IncomeDocuments } from './income/income-documents.js'
import { IncomeMetrics } from './income/income-metrics.js'
import { IncomeStore } from './income/income.store.js'
import { PayDistribution } from './income/pay-distribution.js'
import { ReadIncome } from './income/read-income.js'
import { RecordIncome } from './income/record-income.js'
import { OpenRaiseWhenOfferingPublished } from './raises/open-raise-when-offering-published.js'
import { RaiseStore } from './raises/raise.store.js'
import { readsOf } from './reads.js'
import { JoinRewardsWhenUserConfirmed } from './rewards/join-rewards-when-user-confirmed.js'
import { PostPoints } from './rewards/post-points.js'
import { PostPointsWhenOrderChanged } from './rewards/post-points-when-order-changed.js'
import { ReadRewards } from './rewards/read-rewards.js'
import { RewardMembers } from './rewards/reward-members.js'
import { RewardMemberStore } from './rewards/reward-member.store.js'
import { RewardStore } from './rewards/reward.store.js'
import { RewardsController } from './rewards/rewards.controller.js'
import { SamePerson } from './rewards/same-person.js'
import { CompareHoldings } from './reconciliation/compare-holdings.js'
import { ReadReconciliation } from './reconciliation/read-reconciliation.js'
import { Reconcile } from './reconciliation/reconcile.js'
import { ReconciliationController } from './reconciliation/reconciliation.controller.js'
import { ReconciliationMetrics } from './reconciliation/reconciliation-metrics.js'
import { ReconciliationStore } from './reconciliation/reconciliation.store.js'
import { ReadReceipt } from './receipts/read-receipt.js'
import { ReceiptsController } from './receipts/receipts.controller.js'
import { ReadStatements } from './statements/read-statements.js'
import { StatementsController } from './statements/statements.controller.js'
import { ReadTrackRecord } from './record/read-track-record.js'
import { RecordController } from './record/record.controller.js'
import { AccountStore } from './register/account.store.js'
import { ListHolders } from './register/list-holders.js'
import { PublishRegister } from './register/publish-register.js'
import { ReadRegister } from './register/read-register.js'
import { RecordAccountWhenAssigned } from './register/record-account-when-assigned.js'
import { RecordAnchorWhenRegisterAnchored } from './register/record-anchor-when-register-anchored.js'
import { RegisterController } from './register/register.controller.js'
import { RegisterStore } from './register/register.store.js'
import { DenialStore } from './rules/denial.store.js'
import { ShareTransferStore } from './transfers/share-transfer.store.js'
import { TransferShares } from './transfers/transfer-shares.js'
import { DecideValuation } from './valuations/decide-valuation.js'
import { ReadValuations } from './valuations/read-valuations.js'
import { ValuationsController } from './valuations/valuations.controller.js'
import { ValuationStore } from './valuations/valuation.store.js'
import { TracedCommitter } from './traced-committer.js'

/** Every subscription of the service. */
const reactions = [
  ...[OpenRaiseWhenOfferingPublished, RecordStatusWhenUserStatusChanged, RecordDisclosureWhenPublished],
  ...[IssueOrderWhenSharesMinted, RecordBurnWhenSharesBurned, RecordMirrorWhenTransferMirrored],
  ...[RecordAccountWhenAssigned, RecordAnchorWhenRegisterAnchored],
  ...[OpenDifferenceWhenFound, CloseDifferenceWhenResolved],
  ...[RecordQuizWhenCompleted, JoinRewardsWhenUserConfirmed, PostPointsWhenOrderChanged],
]

/**
 * Every timer of the service, in the order in which they run: each may leave work for the next, which is done in the
 * same run.
 */
const sweeps = [
  ...[SettlePaymentWhenWebhookIsMissing, ExpireOrderWhenReservationLapses, AdvanceRaise],
  ...[DisputeOrder, CatchUpOrderWhenUnblocked, RefundOrderWhenDue, RefundSuspenseWhenResolved],
  ...[PublishRegister, PayDistribution, ExchangeFiles, PostPoints, Reconcile],
]

const useCases = [
  ...[PlaceOrder, PayFromCash, AdmitOrder, OpenCheckout, PreviewOrder, ReadOrders, ReadRequirements, ReleaseOrder],
  ...[AnnualLimits, RuleFacts, AnswerQuestions, ReadQuestions, ClassifyInvestor, ReadClasses, ReadDecisions],
  ...[ScheduleRelease, HoldOrders, EndReservation, ReleaseReservation, KeepReservation, DueOrders],
  ...[DueRaises, CancelOrder, StaffActions, TransferShares, StoreDeed, ReadDeed, ReadReceipt],
  ...[ReadCertificate, CheckCertificate, InvestorNames, ReadStatements],
  ...[ReadRewards, RewardMembers, SamePerson],
  ...[ManageInvestorCard, CheckInvestorCard],
  ...[StaffDecisions, ReadRaises, SearchOrders, ListHeldOrders, ReadNames, RecordExport, ReadStaffOrder, ListApprovals],
  ReadClientMoney,
  ...[RecordIncome, IncomeDocuments, DecideDistribution, ReadIncome, IncomeMetrics, HandOver, ManageIncomeFeed],
  ...[DecideValuation, ReadValuations],
  ...[
    RecordSuspense,
    BlockOrder,
    ConflictsOfInterest,
    CarryOut,
    Figures,
    ResolveSuspense,
    RetryWork,
    ReadSuspense,
    PaymentMetrics,
    SuspenseMetrics,
  ],
  ...[SettlePayment, ReceiveWebhook, ListPayments, AcceptDisclosures, ReadDashboard, ReadValueOverTime],
  ...[ReadCash, ManageBankAccounts, RequestWithdrawal, MakePaymentFile, ReleaseFile, ReadPayouts],
  ...[ImportStatement, ApproveStatement],
  ...[ManageCards, ReadOrderCheckout, ReadRegister, ListHolders, ListDifferences],
  ReadTrackRecord,
  ...[ReadReconciliation, ReconciliationMetrics, CompareHoldings],
  ...[SamplePast, SampleValuations],
]

const stores = [
  OrderStore,
  RaiseStore,
  InvestorStore,
  DisclosureStore,
  HoldingStore,
  PaymentStore,
  SuspenseStore,
  DenialStore,
  StandingStore,
  QuizStore,
  ClassStore,
  TransferStore,
  ShareTransferStore,
  RegisterStore,
  AccountStore,
  DifferenceStore,
  PaymentDifferenceStore,
  HoldingDifferenceStore,
  ReconciliationStore,
  IncomeStore,
  DistributionStore,
  ValuationStore,
  BankAccountStore,
  WithdrawalStore,
  MovementStore,
  PaymentFileStore,
  BankEntryStore,
  BankStatementStore,
  RewardStore,
  RewardMemberStore,
  InvestorCardStore,
  IncomeFeedStore,
]

/** How long callers wait for the ledger. */
export type LedgerTiming = Pick<CommitterOptions, 'timers' | 'timeoutMs' | 'maxAttempts'>

/** What the service reaches outside its store and bus; tests replace it. */
export interface Ports {
  gateway: PaymentGateway
  cards: CardGateway
  /** The clock of backoff and locks. */
  wall: Clock
  /** Limits of unpaid reservations. */
  reservationLimits: 'on' | 'off'
  ledger: LedgerTiming
  /** Limits of rendering receipts. */
  pdfs: PdfOptions
}

@Module({})
export class InvestmentModule implements OnModuleDestroy {
  constructor(private readonly ledger: Committer) {}

  static with(core: Core, config: InvestmentConfig, ports: Ports): DynamicModule {
    const { connection, tracing } = core
    const { gateway, cards, wall, reservationLimits, ledger: timing, pdfs } = ports
    // A key for each property, investor and payment file: deeds, bank accounts and files are encrypted with them.
    const keys = new KeyRing(config.INVESTMENT_MASTER_KEY, new MongoSubjectKeys(connection))
    return {
      module: InvestmentModule,
      imports: [
        MessagingModule.forService({ reactions }),
        AuditModule.forService(core, { service: 'investment', masterKey: config.INVESTMENT_MASTER_KEY }),
      ],
      controllers: [
        OrdersController,
        CardsController,
        CashController,
        PayoutsController,
        PaymentsController,
        SuspenseController,
        DisclosuresController,
        DashboardController,
        LifecycleController,
        AppropriatenessController,
        ClassificationController,
        DecisionsController,
        DeskController,
        DeedsController,
        ReceiptsController,
        CertificatesController,
        StatementsController,
        IncomeController,
        IncomeFeedController,
        ValuationsController,
        RegisterController,
        RewardsController,
        InvestorCardController,
        RecordController,
        ReconciliationController,
      ],
      providers: [
        ...reactions,
        ...sweeps,
        ...useCases,
        // Created here and not by Nest: models must exist before their collections and indexes are created.
        ...stores.map((Store) => ({ provide: Store, useValue: new Store(connection) })),
        { provide: Committer, useFactory: () => openLedger(core, timing) },
        {
          provide: Runs,
          useFactory: (ledger: Committer) => openRuns(core, ledger, wall),
          inject: [Committer],
        },
        {
          provide: PdfRenderer,
          useFactory: (metrics: MetricsRegistry) => new PdfRenderer('investment', metrics, core.limits, pdfs),
          inject: [METRICS],
        },
        { provide: SUBJECT_ACTIONS, useExisting: StaffActions },
        { provide: APPROVAL_STORE, useValue: new ApprovalStore(connection) },
        { provide: CONFIG, useValue: config },
        { provide: KeyRing, useValue: keys },
        { provide: BANK_GATEWAY, useValue: config.BANK_URL ? new HttpBank(config.BANK_URL, core.timing) : null },
        { provide: BankAccountSecrets, useValue: new BankAccountSecrets(config.INVESTMENT_MASTER_KEY) },
        { provide: Storage, useValue: new Storage(config.STORAGE_URL, keys) },
        { provide: PAYMENT_GATEWAY, useValue: new TracedGateway(gateway, tracing.tracer) },
        { provide: CARD_GATEWAY, useValue: new TracedCards(cards, tracing.tracer) },
        { provide: WALL_CLOCK, useValue: wall },
        { provide: RESERVATION_LIMITS, useValue: reservationLimits },
        { provide: HOLD_EVENTS, useValue: () => core.relay.hold() },
        { provide: IDS, useValue: systemIds },
      ],
    }
  }

  /** Waits for the current batch before the connection closes. */
  async onModuleDestroy(): Promise<void> {
    await this.ledger.drain()
  }
}

async function openLedger(core: Core, timing: LedgerTiming): Promise<Committer> {
  const { connection, clock, outbox, tracing, limits } = core
  const reads = readsOf(connection)
  const store = new MongoLedgerStore({ client: connection.getClient(), db: connection.db!, isStoreDown, reads })
  await store.prepare()
  await migrate(connection, MIGRATIONS)
  // Every event of a change is a row of the outbox.
  const onCommitted: CommitterOptions['onCommitted'] = (rows) => outbox.nudge(rows as OutboxRow[])
  const options = { store, chart, now: () => clock.now(), remainingMs: () => remainingMs(core.timing), onCommitted }
  return new TracedCommitter({ ...options, timeoutMs: limits.ledgerMs, ...timing }, tracing.tracer)
}

async function openRuns({ connection, clock }: Core, ledger: Committer, wall: Clock): Promise<Runs> {
  const store = new MongoRunStore(connection.db!)
  await store.prepare()
  return new Runs({ ledger, store, now: () => clock.now(), wall: () => wall.now(), afterFailure, isStoreDown })
}
