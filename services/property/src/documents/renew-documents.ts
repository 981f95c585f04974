import { PropertyChanged, type PropertyDocument } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import type { Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { documentsOf } from './render-document.js'

/**
 * Publishes the next version of each document whose wording has changed with a release. Documents are rendered from the
 * stored terms and the current texts, so without this their recorded hash would no longer match what is served. The
 * terms of the offering keep their version. Events: property.property.changed.v1.
 */
@Injectable()
export class RenewDocuments implements OnApplicationBootstrap {
  constructor(
    private readonly store: PropertyStore,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const propertyId of await this.store.publishedIds()) await this.renew(propertyId)
  }

  private async renew(propertyId: string): Promise<void> {
    // Most starts change nothing, and need no transaction.
    const current = await this.store.load(propertyId)
    if (!current || !renewedDocuments(current)) return
    await transaction(this.connection, async (session) => {
      const property = await this.store.load(propertyId, session)
      const documents = property && renewedDocuments(property)
      if (!documents) return
      const time = this.clock.now()
      const version = property.version + 1
      await this.store.save({ ...property, documents, version, updatedAt: time }, property.version, session)
      const data = { propertyId, version }
      await this.outbox.append(session, newEvent(PropertyChanged, { aggregateId: propertyId, version, time, data }))
    })
  }
}

/** Returns the documents with a next version for each whose wording has changed; undefined if all are current. */
export function renewedDocuments(property: Property): PropertyDocument[] | undefined {
  if (!property.offering) return undefined
  const published = new Map(property.documents.map((document) => [`${document.id}:${document.locale}`, document]))
  const documents = documentsOf({ property, terms: property.offering }, property.offering.version).map((current) => {
    const earlier = published.get(`${current.id}:${current.locale}`)
    if (!earlier) return current
    return earlier.hash === current.hash ? earlier : { ...current, version: earlier.version + 1 }
  })
  const isCurrent = documents.every((document) => property.documents.includes(document))
  return isCurrent ? undefined : documents
}
