import { ApprovalStore } from '@hissa/approvals'
import { AuditModule } from '@hissa/audit'
import { PdfRenderer, type PdfOptions } from '@hissa/documents'
import { METRICS, type MetricsRegistry } from '@hissa/kernel'
import { MessagingModule, type Core } from '@hissa/messaging'
import { KeyRing, Storage } from '@hissa/storage'
import { MongoSubjectKeys } from '@hissa/storage/mongo'
import { Module, type DynamicModule } from '@nestjs/common'
import { ApplyRaiseWhenRaiseChanges } from './catalogue/apply-raise-when-raise-changes.js'
import { CatalogueController } from './catalogue/catalogue.controller.js'
import { CurrentListings } from './catalogue/current-listings.js'
import { codeModel, PropertyCodes } from './catalogue/property-code.js'
import { propertyModel, PropertyStore } from './catalogue/property.store.js'
import type { PropertyConfig } from './config.js'
import { DisclosuresController } from './disclosures/disclosures.controller.js'
import { disclosureModel, PublishDisclosures } from './disclosures/publish-disclosures.js'
import { DocumentsController } from './documents/documents.controller.js'
import { RenewDocuments } from './documents/renew-documents.js'
import { ImportListings } from './import/import-listings.js'
import { LegalController } from './legal/legal.controller.js'
import { LegalVersionsController } from './disclosures/legal-versions.controller.js'
import { PublishOffering } from './offerings/publish-offering.js'
import { SeedSample } from './offerings/seed-sample.js'
import { ChangePictures } from './uploads/change-pictures.js'
import { DeletePictures } from './uploads/delete-pictures.js'
import { PicturesController } from './uploads/pictures.controller.js'
import { type PictureOptions, PreparePicture } from './uploads/prepare-picture.js'
import { ReplacePictures } from './pictures/replace-pictures.js'
import { UploadPicture } from './uploads/upload-picture.js'
import { DecidePublication } from './publications/decide-publication.js'
import { ListPublications } from './publications/list-publications.js'
import { ProposePublication } from './publications/propose-publication.js'
import { PublicationsController } from './publications/publications.controller.js'
import { ListRecords } from './records/list-records.js'
import { RecordsController } from './records/records.controller.js'
import { SaveRecord } from './records/save-record.js'
import { SavedController } from './saved/saved.controller.js'
import { savedModel, SavedStore } from './saved/saved.store.js'

/** Every subscription of the service. */
const REACTIONS = [ApplyRaiseWhenRaiseChanges]

/** Replace the defaults of the worker pools, in tests. */
interface WorkerOptions {
  pdfs?: PdfOptions
  pictures?: PictureOptions
}

@Module({})
export class PropertyModule {
  static with(core: Core, config: PropertyConfig, workers: WorkerOptions = {}): DynamicModule {
    propertyModel(core.connection)
    disclosureModel(core.connection)
    codeModel(core.connection)
    savedModel(core.connection)
    const keys = new KeyRing(config.PROPERTY_MASTER_KEY, new MongoSubjectKeys(core.connection))
    return {
      module: PropertyModule,
      imports: [
        MessagingModule.forService({ reactions: REACTIONS }),
        AuditModule.forService(core, { service: 'property', masterKey: config.PROPERTY_MASTER_KEY }),
      ],
      controllers: [
        CatalogueController,
        DisclosuresController,
        DocumentsController,
        LegalController,
        LegalVersionsController,
        SavedController,
        PublicationsController,
        RecordsController,
        PicturesController,
      ],
      providers: [
        { provide: ApprovalStore, useValue: new ApprovalStore(core.connection) },
        {
          provide: PdfRenderer,
          useFactory: (metrics: MetricsRegistry) => new PdfRenderer('property', metrics, core.limits, workers.pdfs),
          inject: [METRICS],
        },
        { provide: Storage, useValue: new Storage(config.STORAGE_URL, keys) },
        {
          provide: PreparePicture,
          useFactory: (metrics: MetricsRegistry) => new PreparePicture(metrics, core.limits, workers.pictures),
          inject: [METRICS],
        },
        PropertyStore,
        PropertyCodes,
        SavedStore,
        CurrentListings,
        ImportListings,
        PublishOffering,
        ListPublications,
        ProposePublication,
        DecidePublication,
        ListRecords,
        SaveRecord,
        PublishDisclosures,
        RenewDocuments,
        ReplacePictures,
        DeletePictures,
        UploadPicture,
        ChangePictures,
        SeedSample,
        ...REACTIONS,
      ],
    }
  }
}
