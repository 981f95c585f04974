import { PropertyChanged, type PropertyPicture } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { isDeepStrictEqual } from 'node:util'
import { PropertyStore } from '../catalogue/property.store.js'

/** Replaces the pictures of a property. Events: property.property.changed.v1. */
@Injectable()
export class ReplacePictures {
  constructor(
    private readonly store: PropertyStore,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Saves nothing if the property has these pictures already. */
  execute(propertyId: string, pictures: PropertyPicture[]): Promise<void> {
    return transaction(this.connection, async (session) => {
      const property = await this.store.load(propertyId, session)
      if (!property || isDeepStrictEqual(property.pictures ?? [], pictures)) return
      const time = this.clock.now()
      const version = property.version + 1
      await this.store.save({ ...property, pictures, version, updatedAt: time }, property.version, session)
      const data = { propertyId, version }
      await this.outbox.append(session, newEvent(PropertyChanged, { aggregateId: propertyId, version, time, data }))
    })
  }
}
