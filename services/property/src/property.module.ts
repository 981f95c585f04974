import { MessagingModule, type Core } from '@hissa/messaging'
import { Module, type DynamicModule } from '@nestjs/common'
import { ApplyRaise } from './catalogue/apply-raise.js'
import { ApplyRaiseWhenRaiseFunded } from './catalogue/apply-raise-when-raise-funded.js'
import { ApplyRaiseWhenRaiseOpened } from './catalogue/apply-raise-when-raise-opened.js'
import { ApplyRaiseWhenRaiseProgressed } from './catalogue/apply-raise-when-raise-progressed.js'
import { CatalogueController } from './catalogue/catalogue.controller.js'
import { propertyModel, PropertyStore } from './catalogue/property.store.js'
import { DisclosuresController } from './disclosures/disclosures.controller.js'
import { disclosureModel, PublishDisclosures } from './disclosures/publish-disclosures.js'
import { DocumentsController } from './documents/documents.controller.js'
import { ImportListings } from './import/import-listings.js'
import { PublishOffering } from './offerings/publish-offering.js'
import { SeedSample } from './offerings/seed-sample.js'

/** Every subscription of the service. */
const REACTIONS = [ApplyRaiseWhenRaiseOpened, ApplyRaiseWhenRaiseProgressed, ApplyRaiseWhenRaiseFunded]

@Module({})
export class PropertyModule {
  static with(core: Core): DynamicModule {
    propertyModel(core.connection)
    disclosureModel(core.connection)
    return {
      module: PropertyModule,
      imports: [MessagingModule.forService({ reactions: REACTIONS })],
      controllers: [CatalogueController, DisclosuresController, DocumentsController],
      providers: [
        PropertyStore,
        ApplyRaise,
        ImportListings,
        PublishOffering,
        PublishDisclosures,
        SeedSample,
        ...REACTIONS,
      ],
    }
  }
}
