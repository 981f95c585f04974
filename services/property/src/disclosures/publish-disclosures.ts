import type { CloudEvent } from '@hissa/contracts'
import { DisclosurePublished } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { isDuplicateKey, MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { disclosureHash } from './disclosure.js'
import { legalHash } from '../legal/legal-text.js'
import { LEGAL_TEXTS, type LegalDraft } from '../legal/texts.js'
import { DISCLOSURES, type DisclosureDraft } from './texts.js'

export interface DisclosureRow {
  /** `<document>:<version>` */
  _id: string
  hash: string
  texts: DisclosureDraft['texts'] | LegalDraft['texts']
  publishedAt: Date
}

const schema = new Schema<DisclosureRow>(
  { _id: String, hash: String, texts: Schema.Types.Mixed, publishedAt: Date },
  { collection: 'disclosures', versionKey: false },
)
/** Returns the model of published texts on a connection. */
export const disclosureModel = (connection: Connection): Model<DisclosureRow> =>
  connection.model<DisclosureRow>('Disclosure', schema)

/**
 * Publishes each version of a disclosure and of a legal text once and keeps its wording permanently. If a published
 * version has changed, the service stops, because people have accepted the old wording. Events:
 * property.disclosure.published.v1, for disclosures only, because orders require their acceptance.
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
    for (const draft of DISCLOSURES) await this.publish(draft, disclosureHash(draft), disclosurePublished(draft))
    for (const draft of LEGAL_TEXTS) await this.publish(draft, legalHash(draft))
  }

  private async publish(
    { documentId, version, texts }: DisclosureDraft | LegalDraft,
    hash: string,
    eventAt?: (time: Date) => CloudEvent,
  ): Promise<void> {
    const _id = `${documentId}:${version}`
    const kept = await this.model.findOne({ _id }).lean<DisclosureRow>()
    if (kept && kept.hash !== hash)
      throw new Error(`disclosure ${_id} was published with a different wording; increase its version`)
    if (kept) return
    const publishedAt = this.clock.now()
    await transaction(this.connection, async (session) => {
      await this.model.insertMany([{ _id, hash, texts, publishedAt }], { session })
      if (eventAt) await this.outbox.append(session, eventAt(publishedAt))
    }).catch((error) => {
      // Another replica has inserted it first; the wording is the same.
      if (!isDuplicateKey(error)) throw error
    })
  }
}

const disclosurePublished = (draft: DisclosureDraft) => (time: Date) => {
  const { documentId, version, required } = draft
  const data = { documentId, version, hash: disclosureHash(draft), required }
  return newEvent(DisclosurePublished, { aggregateId: documentId, version, time, data })
}
