import { ApprovalStore } from '@hissa/approvals'
import { AuditModule } from '@hissa/audit'
import type { Clock } from '@hissa/kernel'
import { MessagingModule, type Core } from '@hissa/messaging'
import { suiteErrorsAbi } from '@hissa/token-suite'
import { Module, type DynamicModule } from '@nestjs/common'
import { AccountStore, defineAccounts } from './accounts/account.store.js'
import { AddressStore, defineAddresses } from './accounts/address.store.js'
import { AssignAccount } from './accounts/assign-account.js'
import { OnboardAccounts } from './accounts/onboard-accounts.js'
import { ScreenAddress } from './accounts/screen-address.js'
import { ChainModule } from './chain/chain.module.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from './config.js'
import { DeskController } from './desk/desk.controller.js'
import { deskProviders } from './desk/desk.providers.js'
import { defineContractFlags } from './enforcement/contract-flag.store.js'
import { enforcementProviders } from './enforcement/enforcement.providers.js'
import { registerEnforcementGauges } from './enforcement/enforcement-metrics.js'
import { ContractFlagStore, FreezeStore } from './enforcement/enforcement.api.js'
import { defineFreezes } from './enforcement/freeze.store.js'
import { AllotmentStore, defineAllotments } from './holdings/allotment.store.js'
import { BurnShares } from './issuance/burn-shares.js'
import { MintShares } from './issuance/mint-shares.js'
import { PlanMintWhenOrderAllotted } from './issuance/plan-mint-when-order-allotted.js'
import { TakeBack } from './issuance/take-back.js'
import { TakeBackWhenOrderRefunded } from './issuance/take-back-when-order-refunded.js'
import { TakeBackWhenOrderRefunding } from './issuance/take-back-when-order-refunding.js'
import { PACE, WALL_CLOCK, type Pace } from './pace.js'
import { MigrateMovements } from './reconciliation/migrate-movements.js'
import { defineMovements, MovementStore } from './reconciliation/movement.store.js'
import { ReadChain } from './reconciliation/read-chain.js'
import { Reconcile } from './reconciliation/reconcile.js'
import { registerAnchorGauges } from './register/anchor-metrics.js'
import { AnchorRegisterWhenPublished } from './register/anchor-register-when-published.js'
import { defineRelocations, RelocationStore } from './relocations/relocation.store.js'
import { Anchors } from './register/anchors.js'
import { defineWaitingAnchors, WaitingAnchorStore } from './register/waiting-anchor.store.js'
import { MoveShares, registerRelocationGauges, Relocations } from './relocations/relocations.api.js'
import { SettleRelocation } from './relocations/settle-relocation.js'
import { Transfers } from './reconciliation/transfers.js'
import { MigrateAccounts } from './accounts/migrate-accounts.js'
import { EFFECT_TOPICS } from './suite/effects.js'
import { HandOver } from './suite/hand-over.js'
import { RefuseOneKey } from './suite/refuse-one-key.js'
import { ReviewRoles } from './suite/review-roles.js'
import { RoleHolders } from './suite/role-holders.js'
import { HAND_OVER_RUN, RunHandOver, type HandOverRun } from './suite/run-hand-over.js'
import { Suite } from './suite/suite.js'
import { defineSuite, SuiteStore } from './suite/suite.store.js'
import { CloseLockUps } from './tokens/close-lock-ups.js'
import { DeployTokens } from './tokens/deploy-tokens.js'
import { ReadTokens } from './reads/read-tokens.js'
import { RecordTermsWhenOfferingPublished } from './tokens/record-terms-when-offering-published.js'
import { RecordTitleWhenDeedFiled } from './tokens/record-title-when-deed-filed.js'
import { defineTokens, TokenStore } from './tokens/token.store.js'
import { registerTokenGauges } from './token-metrics.js'
import { TokensController } from './reads/tokens.controller.js'
import { KnownTransfers } from './transfers/known-transfers.js'
import { MirrorTransfers } from './transfers/mirror-transfers.js'
import { MoveSharesWhenTransferred } from './transfers/move-shares-when-transferred.js'
import { registerTransferGauges } from './transfers/transfer-metrics.js'
import { defineTransfers, TransferStore } from './holdings/transfer.store.js'
import { BeginWallet } from './wallets/begin-wallet.js'
import { ChallengeStore, defineChallenges } from './wallets/challenge.store.js'
import { CheckWallet } from './wallets/check-wallet.js'
import { ProveWallet } from './wallets/prove-wallet.js'
import { RecordStatusWhenUserStatusChanged } from './wallets/record-status-when-user-status-changed.js'
import { ReturnShares } from './wallets/return-shares.js'
import { ScreenWallets } from './wallets/screen-wallets.js'
import { defineStatuses, StatusStore } from './wallets/status.store.js'
import { openWalletNode, VerifySignature, WALLET_NODE } from './wallets/verify-signature.js'
import { registerWalletGauges } from './wallets/wallet-metrics.js'
import { WalletsController } from './wallets/wallets.controller.js'
import { WithdrawRelocation } from './wallets/withdraw-relocation.js'
import { Work } from './work.js'

const defines = [
  defineSuite,
  defineTokens,
  defineAccounts,
  defineAddresses,
  defineAllotments,
  defineMovements,
  defineRelocations,
  defineChallenges,
  defineStatuses,
  defineFreezes,
  defineContractFlags,
  defineTransfers,
  defineWaitingAnchors,
]

const reactions = [
  RecordTermsWhenOfferingPublished,
  RecordTitleWhenDeedFiled,
  PlanMintWhenOrderAllotted,
  TakeBackWhenOrderRefunding,
  TakeBackWhenOrderRefunded,
  AnchorRegisterWhenPublished,
  RecordStatusWhenUserStatusChanged,
  MoveSharesWhenTransferred,
]

interface Options {
  pace: Pace
  wall: Clock
  handOver: HandOverRun | undefined
}

@Module({})
export class TokenisationModule {
  static with(core: Core, config: TokenisationConfig, { pace, wall, handOver }: Options): DynamicModule {
    for (const define of defines) define(core.connection)
    const { connection, metrics: registry } = core
    const common = { registry, wall }
    const issued = { tokens: new TokenStore(connection), allotments: new AllotmentStore(connection) }
    registerTokenGauges({ ...common, ...issued })
    registerTransferGauges({ ...common, transfers: new TransferStore(connection) })
    registerRelocationGauges({ ...common, relocations: new RelocationStore(connection) })
    const enforced = { freezes: new FreezeStore(connection), flags: new ContractFlagStore(connection) }
    registerEnforcementGauges({ ...common, ...enforced })
    registerAnchorGauges({ registry, waiting: new WaitingAnchorStore(connection) })
    registerWalletGauges({ registry, addresses: new AddressStore(connection) })
    return {
      module: TokenisationModule,
      imports: [
        ChainModule.with(core, config, {
          ...{ errors: suiteErrorsAbi, effects: EFFECT_TOPICS, pollMs: pace.pollMs, times: pace.chain },
        }),
        MessagingModule.forService({ reactions }),
        AuditModule.forService(core, { service: 'tokenisation', masterKey: config.TOKENISATION_MASTER_KEY }),
      ],
      controllers: [TokensController, WalletsController, DeskController],
      providers: [
        { provide: TOKENISATION_CONFIG, useValue: config },
        { provide: PACE, useValue: pace },
        { provide: WALL_CLOCK, useValue: wall },
        ...[TokenStore, AccountStore, AddressStore, AllotmentStore, MovementStore, RelocationStore],
        ...[ScreenAddress, MigrateAccounts, MigrateMovements, Relocations, MoveShares, SettleRelocation],
        ...[ChallengeStore, StatusStore, CheckWallet, VerifySignature, ScreenWallets],
        ...[BeginWallet, ProveWallet, ReturnShares, WithdrawRelocation],
        { provide: WALLET_NODE, useValue: openWalletNode(config.CHAIN_RPC_URL, core.timing) },
        ...[TransferStore, MirrorTransfers, { provide: Transfers, useClass: KnownTransfers }],
        ...[SuiteStore, Suite, RoleHolders, HandOver, ReviewRoles],
        ...[WaitingAnchorStore, Anchors],
        ...[DeployTokens, CloseLockUps, AssignAccount, OnboardAccounts, MintShares, BurnShares, TakeBack],
        ...[ReadChain, Reconcile, ReadTokens],
        ...(handOver ? [{ provide: HAND_OVER_RUN, useValue: handOver }, RunHandOver] : [RefuseOneKey, Work]),
        { provide: ApprovalStore, useValue: new ApprovalStore(core.connection) },
        ...enforcementProviders,
        ...deskProviders,
        ...reactions,
      ],
    }
  }
}
