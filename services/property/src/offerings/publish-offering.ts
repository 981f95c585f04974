import { AuditLog } from '@hissa/audit'
import { OfferingPublished, PropertyChanged, type PropertyPicture } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { minimumUnitsOf, publish, slugify, type Property } from '../catalogue/property.js'
import { PropertyCodes } from '../catalogue/property-code.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { documentsOf } from '../documents/render-document.js'
import { targetIncomeOf, type Terms } from './terms.js'

/** Actor that publishes the sample catalogue, which is part of a release and needs no approval. */
const SYSTEM = { actor: 'system', roles: [] } as const

/**
 * Publishes terms on a property, with the documents rendered from them. Events: property.offering.published.v1,
 * property.property.changed.v1.
 */
@Injectable()
export class PublishOffering {
  constructor(
    private readonly store: PropertyStore,
    private readonly outbox: Outbox,
    private readonly log: AuditLog,
    private readonly codes: PropertyCodes,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Publishes a sample offering without a second person. A property that has an offering is returned unchanged. */
  publishSample(propertyId: string, terms: Terms, pictures: PropertyPicture[]): Promise<Property> {
    return transaction(this.connection, async (session) => {
      const property = await this.store.load(propertyId, session)
      if (!property) throw new Error(`the sample property ${propertyId} is not in the catalogue`)
      if (property.offering) return property
      const next = await this.publish(session, { ...property, pictures }, terms)
      const detail = { offeringVersion: next.offering!.version }
      await this.log.append(session, { ...SYSTEM, action: 'offering.published', subject: propertyId, detail })
      return next
    })
  }

  /** Publishes the next version of a property's terms, in the transaction of the decision. */
  async publish(session: ClientSession, property: Property, terms: Terms): Promise<Property> {
    const at = this.clock.now()
    const documents = documentsOf({ property, terms }, nextDocumentVersion(property))
    // The slug of a public property never changes.
    const slug = property.offering ? property.slug : await this.slugFor(property, session)
    const code = property.code ?? (await this.codes.next(property.listing, session))
    const next = publish({ ...property, code }, terms, documents, slug, at)
    await this.store.save(next, property.version, session)
    await this.outbox.append(session, ...eventsOf(next, at))
    return next
  }

  private async slugFor(property: Property, session: ClientSession): Promise<string> {
    const slug = slugify(property.texts.en.title)
    const free = slug !== '' && !(await this.store.isSlugTaken(slug, property.propertyId, session))
    return free ? slug : property.slug
  }
}

/** Returns a version above those of all earlier documents, which new wording may have raised above the offering's. */
const nextDocumentVersion = ({ offering, documents }: Property): number =>
  Math.max(offering?.version ?? 0, ...documents.map(({ version }) => version)) + 1

function eventsOf(property: Property, time: Date) {
  const { propertyId, slug, code, texts, version } = property
  const { unitPriceFils, unitsTotal, unitsIssued, minimumFils, feeBasisPoints, expectedReturn, deadline, ...offering } =
    property.offering!
  const { basis = 'licensed-platform', valuation } = offering
  return [
    newEvent(OfferingPublished, {
      aggregateId: propertyId,
      version,
      time,
      data: {
        propertyId,
        slug,
        ...(code && { code }),
        title: texts.en.title,
        titleAr: texts.ar.title,
        offeringVersion: offering.version,
        unitPriceFils,
        unitsTotal,
        unitsIssued,
        minimumUnits: minimumUnitsOf(property.offering!),
        minimumFils,
        feeBasisPoints,
        expectedReturnBasisPoints: expectedReturn?.basisPoints ?? null,
        ...targetIncomeOf(property.offering!),
        deadline: deadline.toISOString(),
        basis,
        ...(valuation ? { valuedOn: valuation.valuedOn } : {}),
      },
    }),
    newEvent(PropertyChanged, { aggregateId: propertyId, version, time, data: { propertyId, version } }),
  ]
}
