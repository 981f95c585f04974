import { MessagingModule, type Core } from '@hissa/messaging'
import { suiteErrorsAbi } from '@hissa/token-suite'
import { Module, type DynamicModule } from '@nestjs/common'
import { AccountStore, defineAccounts } from './accounts/account.store.js'
import { AssignAccount } from './accounts/assign-account.js'
import { OnboardAccounts } from './accounts/onboard-accounts.js'
import { ChainModule } from './chain/chain.module.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from './config.js'
import { AllotmentStore, defineAllotments } from './issuance/allotment.store.js'
import { BurnShares } from './issuance/burn-shares.js'
import { MintShares } from './issuance/mint-shares.js'
import { PlanMintWhenOrderAllotted } from './issuance/plan-mint-when-order-allotted.js'
import { TakeBack } from './issuance/take-back.js'
import { TakeBackWhenOrderRefunded } from './issuance/take-back-when-order-refunded.js'
import { TakeBackWhenOrderRefunding } from './issuance/take-back-when-order-refunding.js'
import { PACE, type Pace } from './pace.js'
import { defineMovements, MovementStore } from './reconciliation/movement.store.js'
import { ReadChain } from './reconciliation/read-chain.js'
import { Reconcile } from './reconciliation/reconcile.js'
import { AnchorRegisterWhenPublished } from './register/anchor-register-when-published.js'
import { Suite } from './suite/suite.js'
import { DeployTokens } from './tokens/deploy-tokens.js'
import { ReadTokens } from './reads/read-tokens.js'
import { RecordTermsWhenOfferingPublished } from './tokens/record-terms-when-offering-published.js'
import { RecordTitleWhenDeedFiled } from './tokens/record-title-when-deed-filed.js'
import { defineTokens, TokenStore } from './tokens/token.store.js'
import { registerTokenGauges } from './token-metrics.js'
import { TokensController } from './reads/tokens.controller.js'
import { Work } from './work.js'

const reactions = [
  RecordTermsWhenOfferingPublished,
  RecordTitleWhenDeedFiled,
  PlanMintWhenOrderAllotted,
  TakeBackWhenOrderRefunding,
  TakeBackWhenOrderRefunded,
  AnchorRegisterWhenPublished,
]

@Module({})
export class TokenisationModule {
  static with(core: Core, config: TokenisationConfig, pace: Pace): DynamicModule {
    for (const define of [defineTokens, defineAccounts, defineAllotments, defineMovements]) define(core.connection)
    const { connection, metrics: registry } = core
    registerTokenGauges({ registry, tokens: new TokenStore(connection), allotments: new AllotmentStore(connection) })
    return {
      module: TokenisationModule,
      imports: [
        ChainModule.with(core, config, { errors: suiteErrorsAbi, pollMs: pace.pollMs }),
        MessagingModule.forService({ reactions }),
      ],
      controllers: [TokensController],
      providers: [
        { provide: TOKENISATION_CONFIG, useValue: config },
        { provide: PACE, useValue: pace },
        ...[TokenStore, AccountStore, AllotmentStore, MovementStore],
        ...[Suite, DeployTokens, AssignAccount, OnboardAccounts, MintShares, BurnShares, TakeBack],
        ...[ReadChain, Reconcile, ReadTokens, Work],
        ...reactions,
      ],
    }
  }
}
