import { DisclosurePublished } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { isDuplicateKey, MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { disclosureHash } from './disclosure.js'
import { DISCLOSURES, type DisclosureDraft } from './texts.js'

interface DisclosureRow {
  /** `<document>:<version>` */
  _id: string
  hash: string
  texts: DisclosureDraft['texts']
  publishedAt: Date
}

const schema = new Schema<DisclosureRow>(
  { _id: String, hash: String, texts: Schema.Types.Mixed, publishedAt: Date },
  { collection: 'disclosures', versionKey: false },
)
export const disclosureModel = (connection: Connection): Model<DisclosureRow> =>
  connection.model<DisclosureRow>('Disclosure', schema)

/**
 * Publishes each version of a disclosure once, when a release brings it, and keeps its words for ever. A version whose
 * words were changed afterwards stops the service: people have accepted the old ones. Events:
 * property.disclosure.published.v1.
 */
@Injectable()
export class PublishDisclosures implements OnApplicationBootstrap {
  private readonly model: Model<DisclosureRow>

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.model = disclosureModel(connection)
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const draft of DISCLOSURES) await this.publish(draft)
  }

  private async publish(draft: DisclosureDraft): Promise<void> {
    const { documentId, version, required, texts } = draft
    const _id = `${documentId}:${version}`
    const hash = disclosureHash(draft)
    const kept = await this.model.findOne({ _id }).lean<DisclosureRow>()
    if (kept && kept.hash !== hash)
      throw new Error(`disclosure ${_id} was published with other words; raise its version`)
    if (kept) return
    const publishedAt = this.clock.now()
    const event = newEvent(DisclosurePublished, {
      aggregateId: documentId,
      version,
      time: publishedAt,
      data: { documentId, version, hash, required },
    })
    await transaction(this.connection, async (session) => {
      await this.model.insertMany([{ _id, hash, texts, publishedAt }], { session })
      await this.outbox.append(session, event)
    }).catch((error) => {
      // Another replica was faster; the words are the same.
      if (!isDuplicateKey(error)) throw error
    })
  }
}
