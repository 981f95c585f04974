import * as z from 'zod/mini'
import { cursor, id, Locale, reasonText } from '../core.js'
import { cleanName } from '../names.js'
import { pageLimit } from '../query.js'
import { DocumentType, UploadKind } from './documents.js'
import { DecisionReason } from './reasons.js'
import { ReadDocument } from './reading.js'
import { CountryCode, KycStatus } from './rpc.js'
import {
  ClaimNextTicket,
  ClaimTicket,
  ListTickets,
  ListTicketTrail,
  PreviewTicketMessage,
  RenewTicketClaim,
  TicketDetail,
  TicketSearch,
  TicketView,
} from './tickets.js'

/** `POST /kyc/start` */
export const StartKycBody = z.object({ documentType: DocumentType, issuingCountry: CountryCode })

/** `POST /kyc/upload`: the text parts of the multipart body; the part `file` is JPEG, PNG or WebP, at most 10 MB. */
export const UploadKycParts = z.object({ caseId: id, kind: UploadKind })

/** `POST /kyc/read` */
export const ReadKycBody = z.object({ caseId: id })
export const KycReadingBody = z.extend(ReadDocument.output, { success: z.literal(true) })

/** `POST /kyc/process` */
export const ProcessKycBody = z.object({
  caseId: id,
  mrzLines: z.array(z.string().check(z.maxLength(60))).check(z.minLength(2), z.maxLength(3)),
  originalName: z.optional(z.string().check(z.overwrite(cleanName), z.maxLength(200))),
  politicallyExposed: z.optional(z.boolean()),
  confirmMrz: z.optional(z.boolean()),
})

/** Response of `POST /kyc/start`, `/kyc/upload`, `/kyc/process` and `GET /kyc/status`. */
export const KycStatusBody = z.object({ success: z.literal(true), status: KycStatus })

/** `GET /kyc/tickets` */
export const TicketsQuery = z.object({
  view: z.optional(TicketView),
  search: z.optional(TicketSearch),
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
})
export const TicketsBody = z.extend(ListTickets.output, { success: z.literal(true) })
export const TicketBody = z.object({ success: z.literal(true), ticket: TicketDetail })
export const ClaimBody = z.extend(ClaimTicket.output, { success: z.literal(true) })
export const ClaimNextBody = z.extend(ClaimNextTicket.output, { success: z.literal(true) })
export const RenewClaimBody = z.extend(RenewTicketClaim.output, { success: z.literal(true) })
export const TrailBody = z.extend(ListTicketTrail.output, { success: z.literal(true) })

/** `POST /kyc/tickets/preview` */
export const PreviewBody = z.object({
  decision: z.enum(['approve', 'reject', 'resubmit']),
  reasonCodes: z.optional(z.array(DecisionReason).check(z.maxLength(10))),
  locale: z.optional(Locale),
})
export const MessageBody = z.extend(PreviewTicketMessage.output, { success: z.literal(true) })

/** `POST /kyc/tickets/{id}/reveal`, `…/take-over` and `…/documents/{documentId}/reveal` */
export const ReasonBody = z.object({ reason: reasonText(200) })

/** `POST /kyc/tickets/{id}/decision` */
export const DecisionBody = z.object({
  decision: z.enum(['approve', 'reject', 'resubmit']),
  reasonCodes: z.optional(z.array(DecisionReason).check(z.maxLength(10))),
  note: z.optional(reasonText(2_000)),
  version: z.int(),
})

/** `POST /kyc/tickets/{id}/proposal/decision` */
export const ProposalDecisionBody = z.object({
  verdict: z.enum(['approve', 'reject']),
  reason: reasonText(2_000),
  version: z.int(),
})
