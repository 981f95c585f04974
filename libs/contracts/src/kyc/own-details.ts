import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime } from '../core.js'
import { DocumentType, UploadKind } from './documents.js'
import { CaseState } from './rpc.js'

/** A picture that verification needs, and what has become of it. */
export const OwnPicture = z.object({
  kind: UploadKind,
  /** `replace`: the applicant is asked for another one. */
  status: z.enum(['missing', 'received', 'in_review', 'accepted', 'expired', 'replace', 'not_accepted']),
  uploadedAt: z.nullable(isoDateTime),
})

/** What identity verification holds of a person, as they see it themselves. */
export const OwnDetails = z.object({
  state: z.union([CaseState, z.literal('not_started')]),
  /** As verified. Null until the case is approved, and once the data has been erased. */
  person: z.nullable(
    z.object({
      fullName: z.string(),
      originalName: z.nullable(z.string()),
      birthDate: z.nullable(z.iso.date()),
      /** ISO 3166-1 alpha-3, from the document. */
      nationality: z.string(),
    }),
  ),
  document: z.nullable(
    z.object({
      documentType: DocumentType,
      issuingState: z.string(),
      /** All but the last three characters are masked. */
      number: z.string(),
      expiresOn: z.nullable(z.iso.date()),
    }),
  ),
  pictures: z.array(OwnPicture),
  verifiedAt: z.nullable(isoDateTime),
  /** When another document is needed: the day on which the verified one expires. */
  nextReviewOn: z.nullable(z.iso.date()),
})
export type OwnDetails = z.infer<typeof OwnDetails>

/** Returns what verification holds of the caller, and of no other user. */
export const GetOwnDetails = defineRpc({
  name: 'kyc.getOwnDetails',
  access: 'user',
  input: z.object({}),
  output: z.object({ details: OwnDetails }),
  errors: [],
})

/**
 * Compares the name of a bank account's holder with the verified name of a user, and with the name in the document, as
 * verification compares names. No name leaves the service. `unverified`: nothing is verified, or the data was erased.
 */
export const CompareHolderName = defineRpc({
  name: 'kyc.compareHolderName',
  access: 'service',
  callers: ['investment'],
  input: z.object({ userId: id, holderName: z.string().check(z.minLength(1), z.maxLength(140)) }),
  output: z.object({ result: z.enum(['match', 'mismatch', 'unverified']) }),
  errors: [],
})

/** `GET /kyc/details` */
export const OwnDetailsBody = z.object({ success: z.literal(true), details: OwnDetails })
