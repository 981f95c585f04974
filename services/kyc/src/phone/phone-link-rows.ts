import type { UploadKind } from '@hissa/contracts/kyc'
import type { Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'

/** The link of a case to a phone. A case has one at most. */
export interface PhoneLinkRow {
  /** The case. */
  _id: string
  /** SHA-256 of the token, until a phone opens the link; then of the key that this phone got. */
  tokenHash?: string
  keyHash?: string
  /** The pictures that the phone has sent or is sending. */
  sent: UploadKind[]
  expiresAt: Date
}

const schema = new Schema<PhoneLinkRow>(
  { _id: String, tokenHash: String, keyHash: String, sent: [String], expiresAt: Date },
  { collection: 'phone_links', versionKey: false },
)
schema.index({ tokenHash: 1 }, { sparse: true })
schema.index({ keyHash: 1 }, { sparse: true })

/** Returns the model of links to phones on a connection. */
export const phoneLinkModel = (connection: Connection): Model<PhoneLinkRow> =>
  connection.model<PhoneLinkRow>('PhoneLink', schema)
