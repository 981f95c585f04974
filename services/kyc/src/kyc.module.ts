import { ApprovalStore } from '@hissa/approvals'
import { AuditModule } from '@hissa/audit'
import { METRICS, type MetricsRegistry } from '@hissa/kernel'
import { MessagingModule, type Core } from '@hissa/messaging'
import { KeyRing, Storage } from '@hissa/storage'
import { MongoSubjectKeys } from '@hissa/storage/mongo'
import { Module, type DynamicModule } from '@nestjs/common'
import { ApplicantController } from './applicant/applicant.controller.js'
import { caseModel, numberModel } from './cases/case-rows.js'
import { CaseStore } from './cases/case.store.js'
import { ForgedDocuments, forgedModel, lockModel } from './cases/forged-documents.js'
import { MigrateCases } from './cases/migrate-cases.js'
import { StartCase } from './cases/start-case.js'
import { SubmitCase } from './cases/submit-case.js'
import { KYC_CONFIG, type KycConfig } from './config.js'
import { MarkSamples } from './local/mark-samples.js'
import { DecideProposal } from './review/decide-proposal.js'
import { PhoneController } from './phone/phone.controller.js'
import { phoneLinkModel } from './phone/phone-link-rows.js'
import { PhoneLinks } from './phone/phone-links.js'
import { ScreenCase } from './cases/screen-case.js'
import { ReadDocuments } from './reading/read-document.js'
import { ReadPicture, type ReadingOptions } from './reading/read-picture.js'
import { copyModel, KnownLists, setModel } from './rescreening/known-lists.js'
import { ScreenInvestorWhenMoneyMoves } from './rescreening/screen-investor-when-money-moves.js'
import { ScreenPerson } from './rescreening/screen-person.js'
import { ScreenedPeople } from './rescreening/screened-people.js'
import { SweepPeople } from './rescreening/sweep-people.js'
import { ReviewCase } from './review/review-case.js'
import { ReviewController } from './review/review.controller.js'
import { registerListGauges } from './screening/list-metrics.js'
import type { SanctionsList } from './screening/listed-party.js'
import { Screener } from './screening/sanctions-list.js'
import { WalletScreener, type WalletList } from './screening/wallet-list.js'
import { WalletsController } from './screening/wallets.controller.js'
import { AttachUploadToCase } from './uploads/attach-upload.js'
import { type PictureOptions, PreparePicture } from './uploads/prepare-image.js'
import { SweepQuarantine } from './uploads/sweep-quarantine.js'

/** The loaded lists: of names, and of wallets' addresses. */
interface Lists {
  names: readonly SanctionsList[]
  wallets: readonly WalletList[]
}

/** Replace the defaults of the worker pools, in tests. */
export interface WorkerOptions {
  pictures?: PictureOptions
  readings?: ReadingOptions
}

@Module({})
export class KycModule {
  static with(core: Core, config: KycConfig, lists: Lists, workers: WorkerOptions = {}): DynamicModule {
    caseModel(core.connection)
    numberModel(core.connection)
    forgedModel(core.connection)
    lockModel(core.connection)
    phoneLinkModel(core.connection)
    copyModel(core.connection)
    setModel(core.connection)
    const loaded = [...lists.names, ...lists.wallets]
    registerListGauges({
      ...{ registry: core.metrics, timing: core.timing, lists: loaded },
      maxAgeDays: config.SANCTIONS_MAX_AGE_DAYS,
    })
    const keys = new KeyRing(config.KYC_MASTER_KEY, new MongoSubjectKeys(core.connection))
    return {
      module: KycModule,
      imports: [
        MessagingModule.forService({ reactions: [ScreenInvestorWhenMoneyMoves] }),
        AuditModule.forService(core, { service: 'kyc', masterKey: config.KYC_MASTER_KEY }),
      ],
      controllers: [ApplicantController, PhoneController, ReviewController, WalletsController],
      providers: [
        { provide: KYC_CONFIG, useValue: config },
        { provide: KeyRing, useValue: keys },
        { provide: Storage, useValue: new Storage(config.STORAGE_URL, keys) },
        { provide: Screener, useValue: new Screener(lists.names) },
        { provide: WalletScreener, useValue: new WalletScreener(lists.wallets) },
        { provide: ApprovalStore, useValue: new ApprovalStore(core.connection) },
        CaseStore,
        MigrateCases,
        ForgedDocuments,
        StartCase,
        {
          provide: PreparePicture,
          useFactory: (metrics: MetricsRegistry) => new PreparePicture(metrics, core.limits, workers.pictures),
          inject: [METRICS],
        },
        {
          provide: ReadPicture,
          useFactory: (metrics: MetricsRegistry) => new ReadPicture(metrics, core.limits, workers.readings),
          inject: [METRICS],
        },
        AttachUploadToCase,
        PhoneLinks,
        ReadDocuments,
        SubmitCase,
        ScreenCase,
        ReviewCase,
        DecideProposal,
        SweepQuarantine,
        MarkSamples,
        KnownLists,
        ScreenedPeople,
        ScreenPerson,
        SweepPeople,
        ScreenInvestorWhenMoneyMoves,
      ],
    }
  }
}
