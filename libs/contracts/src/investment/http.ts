import * as z from 'zod/mini'
import { StoreDeed } from './deeds.js'
import { cursor, id, isoDateTime, Locale } from '../core.js'
import { numberText, pageLimit } from '../query.js'
import { AnswerAppropriateness, GetAppropriateness } from './appropriateness.js'
import {
  DecideClassification,
  GetClassification,
  ListClassifications,
  ProposeClassification,
  WithdrawClassification,
} from './classification.js'
import { CheckCertificate } from './certificates.js'
import { ListDecisions } from './decisions.js'
import { OrderState, RaiseState } from './events.js'
import { DistributionState, IncomePeriod } from './income-views.js'
import {
  DecideDistribution,
  GetDistribution,
  GetPropertyIncome,
  ImportIncomeEntries,
  ListDistributions,
  ListIncome,
  ListIncomeEntries,
  ProposeDistribution,
  RecordIncomeEntry,
  ReverseIncomeEntry,
  StoreIncomeDocument,
  WithdrawDistribution,
} from './income.js'
import {
  GetRaise,
  GetStaffOrder,
  ListApprovals,
  ListHeldOrders,
  ListRaises,
  ReadClientMoney,
  ReadNames,
  RecordExport,
  SearchOrders,
} from './finance.js'
import { REGISTER_PAGE } from './register.js'
import { GetOrderRequirements } from './rpc.js'
import {
  DecideResolution,
  ListRejectedWork,
  ListSuspense,
  PreviewResolution,
  ProposeResolution,
  RetryWork,
  WithdrawResolution,
} from './suspense.js'
import { aedAmount, DisclosureRef, PayFrom, propertyRef } from './views.js'
import {
  DecideValuation,
  GetPropertyValuations,
  GetValueOverTime,
  ListValuations,
  ProposeValuation,
  ValuationState,
  WithdrawValuation,
} from './valuations.js'

/** The path parameter of GET /register/{sequence}. */
export const RegisterNumber = numberText(/^[1-9]\d{0,8}$/, { type: 'integer', minimum: 1, maximum: 999_999_999 })
const registerLimit = numberText(/^([1-9]\d{0,2}|1000)$/, { type: 'integer', minimum: 1, maximum: REGISTER_PAGE })
const proofLimit = numberText(/^([1-9]|[1-4]\d|50)$/, { type: 'integer', minimum: 1, maximum: 50 })

/** POST /create-checkout-session and /payment/create-session. A `userId` other than the caller's is rejected. */
export const CheckoutRequest = z.object({
  amount: aedAmount,
  propertyId: propertyRef,
  userId: z.optional(id),
  description: z.optional(z.string().check(z.maxLength(500))),
  /** The payer's language, used for the payment page. Defaults to English. */
  locale: z.optional(Locale),
  /** `cash` pays at once from the caller's cash and needs an `Idempotency-Key`. Defaults to `card`. */
  payFrom: z.optional(PayFrom),
})
export type CheckoutRequest = z.infer<typeof CheckoutRequest>

export const CheckoutResponse = z.object({
  success: z.literal(true),
  url: z.string(),
  orderId: id,
  expiresAt: isoDateTime,
})
export type CheckoutResponse = z.infer<typeof CheckoutResponse>

/** POST /orders/preview. */
export const PreviewRequest = z.object({ amount: aedAmount, propertyId: propertyRef })
export type PreviewRequest = z.infer<typeof PreviewRequest>

/** GET /orders/requirements. */
export const RequirementsQuery = z.object({ propertyId: propertyRef })
export type RequirementsQuery = z.infer<typeof RequirementsQuery>

/** POST /disclosures/acceptances. */
export const AcceptancesRequest = z.object({
  propertyId: propertyRef,
  locale: Locale,
  documents: z.array(DisclosureRef).check(z.minLength(1), z.maxLength(20)),
})
export type AcceptancesRequest = z.infer<typeof AcceptancesRequest>

const Page = {
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
}
/** GET /orders and /payments. */
export const PageQuery = z.object({
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
})
export type PageQuery = z.output<typeof PageQuery>

/** GET of a receipt and of a certificate. Defaults to the request's language. */
export const PdfQuery = z.object({ locale: z.optional(Locale) })

/** GET /payment/status. */
export const PaymentStatusQuery = z.object({ session_id: z.string().check(z.minLength(1), z.maxLength(200)) })

/** GET /register/{sequence}, /register/{sequence}/cash and /register/{sequence}/proof. */
export const RegisterQuery = z.object({ limit: z.optional(registerLimit), cursor: z.optional(cursor) })
export const RegisterProofQuery = z.object({ limit: z.optional(proofLimit), cursor: z.optional(cursor) })

const Success = { success: z.literal(true) }

/** POST /certificates/check. The name is in the body because an address must not contain it. */
export const CheckCertificateBody = CheckCertificate.input
export const CertificateBody = z.extend(CheckCertificate.output, Success)

export const RequirementsBody = z.extend(GetOrderRequirements.output, Success)
export type OrderRequirements = z.infer<typeof GetOrderRequirements.output>

/** GET /appropriateness. */
export const AppropriatenessQuery = z.object({ locale: z.optional(Locale) })
export const AppropriatenessBody = z.extend(GetAppropriateness.output, Success)
export type Appropriateness = z.infer<typeof GetAppropriateness.output>

/** POST /appropriateness/answers. */
export const AnswersRequest = z.object({
  version: AnswerAppropriateness.input.shape.version,
  hash: AnswerAppropriateness.input.shape.hash,
  locale: z.optional(Locale),
  answers: AnswerAppropriateness.input.shape.answers,
})
export type AnswersRequest = z.infer<typeof AnswersRequest>
export const AnsweredBody = z.extend(AnswerAppropriateness.output, Success)
export type AnsweredAppropriateness = z.infer<typeof AnswerAppropriateness.output>

/** GET /compliance/classifications. */
export const ClassificationsQuery = z.object(Page)
export const ClassificationsBody = z.extend(ListClassifications.output, Success)

/** GET /compliance/investors/{id}/classification. */
export const ClassificationBody = z.extend(GetClassification.output, Success)

/** POST /compliance/classifications. */
export const ProposeClassificationBody = ProposeClassification.input
export const ClassificationProposedBody = z.extend(ProposeClassification.output, Success)

/** POST /compliance/classifications/{id}/decision. */
export const DecideClassificationBody = z.omit(DecideClassification.input, { approvalId: true })
export const ClassificationStateBody = z.extend(DecideClassification.output, Success)

/** POST /compliance/classifications/{id}/withdrawal. */
export const ClassificationWithdrawnBody = z.extend(WithdrawClassification.output, Success)

/** GET /compliance/decisions. */
export const DecisionsBody = z.extend(ListDecisions.output, Success)

/** GET /compliance/held-orders. */
export const HeldOrdersQuery = z.object(Page)
export const HeldOrdersBody = z.extend(ListHeldOrders.output, Success)

/** GET /finance/suspense. */
export const SuspenseQuery = z.object({ ...Page, view: z.optional(z.enum(['unresolved', 'resolved'])) })
export const SuspenseBody = z.extend(ListSuspense.output, Success)

/** GET /finance/rejected-work. */
export const RejectedWorkQuery = z.object(Page)
export const RejectedWorkBody = z.extend(ListRejectedWork.output, Success)

/** GET /finance/raises. */
export const RaisesQuery = z.object({ ...Page, state: z.optional(RaiseState) })
export const RaisesBody = z.extend(ListRaises.output, Success)
export const RaiseBody = z.extend(GetRaise.output, Success)

/** POST /finance/raises/{propertyId}/deed: a form whose only part is `file`. */
export const DeedForm = z.object({ file: z.file() })
export const DeedBody = z.extend(StoreDeed.output, Success)

/** GET /properties/{id}/income. */
export const PropertyIncomeBody = z.extend(GetPropertyIncome.output, Success)

/** GET /income. */
export const IncomeQuery = z.object(Page)
export const IncomeBody = z.extend(ListIncome.output, Success)

/** POST /finance/properties/{propertyId}/income/documents and /import: a form whose only part is `file`. */
export const IncomeForm = z.object({ file: z.file() })
export const IncomeDocumentBody = z.extend(StoreIncomeDocument.output, Success)
export const IncomeImportedBody = z.extend(ImportIncomeEntries.output, Success)

/** GET /finance/properties/{propertyId}/income. */
export const IncomeEntriesQuery = z.object({ ...Page, period: IncomePeriod })
export const IncomeEntriesBody = z.extend(ListIncomeEntries.output, Success)

/** POST /finance/properties/{propertyId}/income. */
export const RecordIncomeBody = z.omit(RecordIncomeEntry.input, { propertyId: true })
export const IncomeEntryBody = z.extend(RecordIncomeEntry.output, Success)

/** POST /finance/income/{entryId}/reversal. */
export const ReverseIncomeBody = z.omit(ReverseIncomeEntry.input, { entryId: true })

/** GET /finance/distributions. */
export const DistributionsQuery = z.object({
  ...Page,
  state: z.optional(DistributionState),
  propertyId: z.optional(id),
})
export const DistributionsBody = z.extend(ListDistributions.output, Success)
export const DistributionBody = z.extend(GetDistribution.output, Success)

/** POST /finance/distributions. */
export const ProposeDistributionBody = ProposeDistribution.input

/** POST /finance/distributions/{id}/decision. */
export const DecideDistributionBody = z.omit(DecideDistribution.input, { distributionId: true })
export const DistributionStateBody = z.extend(DecideDistribution.output, Success)

/** POST /finance/distributions/{id}/withdrawal. */
export const DistributionWithdrawnBody = z.extend(WithdrawDistribution.output, Success)

/** GET /properties/{id}/valuations. */
export const PropertyValuationsBody = z.extend(GetPropertyValuations.output, Success)

/** GET /value-over-time. */
export const ValueOverTimeBody = z.extend(GetValueOverTime.output, Success)

/** GET and POST /finance/valuations. */
export const ValuationsQuery = z.object({ ...Page, state: z.optional(ValuationState), propertyId: z.optional(id) })
export const ValuationsBody = z.extend(ListValuations.output, Success)
export const ProposeValuationBody = ProposeValuation.input
export const ValuationBody = z.extend(ProposeValuation.output, Success)

/** POST /finance/valuations/{id}/decision and /withdrawal. */
export const DecideValuationBody = z.omit(DecideValuation.input, { valuationId: true })
export const ValuationStateBody = z.extend(DecideValuation.output, Success)
export const ValuationWithdrawnBody = z.extend(WithdrawValuation.output, Success)

const IN_NO_ADDRESS = 'Send an email address in the body of POST /api/finance/orders/search'
/** GET /finance/orders. An email address must not be in the address of a request. */
export const SearchOrdersQuery = z.object({
  ...Page,
  q: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(254),
      z.refine((text) => !text.includes('@'), { error: IN_NO_ADDRESS }),
    ),
  ),
  state: z.optional(OrderState),
  propertyId: z.optional(id),
})
/** POST /finance/orders/search. */
export const SearchOrdersRequest = SearchOrders.input
export const SearchOrdersBody = z.extend(SearchOrders.output, Success)
export const StaffOrderBody = z.extend(GetStaffOrder.output, Success)

/** GET /finance/approvals. */
export const ApprovalsQuery = z.object(Page)
export const ApprovalsBody = z.extend(ListApprovals.output, Success)

/** POST /finance/names. The ids are in the body because there can be many. */
export const NamesRequest = ReadNames.input
export const NamesBody = z.extend(ReadNames.output, Success)

/** GET /finance/client-money. */
export const ClientMoneyBody = z.extend(ReadClientMoney.output, Success)

/** POST /finance/exports. */
export const ExportRequest = RecordExport.input
export const ExportBody = z.extend(RecordExport.output, Success)

/** POST /finance/resolutions/preview. */
export const PreviewResolutionBody = PreviewResolution.input
export const FiguresBody = z.extend(PreviewResolution.output, Success)

/** POST /finance/resolutions. */
export const ProposeResolutionBody = ProposeResolution.input
export const ResolutionBody = z.extend(ProposeResolution.output, Success)

/** POST /finance/resolutions/{id}/decision. */
export const DecideResolutionBody = z.omit(DecideResolution.input, { approvalId: true })
export const ResolutionStateBody = z.extend(DecideResolution.output, Success)

/** POST /finance/resolutions/{id}/withdrawal. */
export const ResolutionWithdrawnBody = z.extend(WithdrawResolution.output, Success)

/** POST /finance/retries. */
export const RetryWorkBody = RetryWork.input
export const RetriedBody = z.extend(RetryWork.output, Success)
