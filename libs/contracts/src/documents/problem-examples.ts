import { FIGURES, DISCLOSURE_REF, OPEN_ORDER } from '../http/examples/investing.js'

const field = (path: string, code: string, message: string) => ({
  detail: `${path}: ${message}`,
  errors: [{ path, code, message }],
})
const RETRY_AT = '2026-11-22T10:15:00.000Z'

/** Details and members of example problems, by error name, where the error's description is not specific enough. */
export const PROBLEM_EXAMPLES: Readonly<Record<string, { detail?: string; [member: string]: unknown }>> = {
  VALIDATION_FAILED: field('/amount', 'invalid_type', 'Invalid input: expected number, received string'),
  INVALID_FIELDS: field('/dateOfBirth', 'under_age', 'You must be at least 18 years old'),
  AMOUNT_BELOW_MINIMUM: { detail: 'The smallest amount is AED 2,000.', minimumFils: 200_000 },
  AMOUNT_NOT_MULTIPLE: {
    detail: 'A share costs AED 100. Choose AED 2,000 or AED 2,100.',
    nearestFils: [200_000, 210_000],
    unitPriceFils: 10_000,
  },
  AMOUNT_ABOVE_AVAILABLE: { availableFils: 300_000, unitsAvailable: 30 },
  AMOUNT_ABOVE_CARD_LIMIT: { maximumFils: 99_999_999 },
  TOO_MANY_CARDS: { maximum: 10 },
  RESERVATION_TOO_LARGE: { maximumUnits: 500, maximumAmountFils: 5_000_000, retryAt: RETRY_AT },
  KYC_REQUIRED: { detail: 'Verify your identity before you invest.', userStatus: 'profile_complete' },
  RESERVATION_OPEN: { openOrders: [OPEN_ORDER] },
  TOO_MANY_RESERVATIONS: { openOrders: [OPEN_ORDER] },
  RESERVATIONS_PAUSED: { retryAt: RETRY_AT },
  DISCLOSURES_REQUIRED: {
    next: `/investment-flow/${OPEN_ORDER.property.propertyId}`,
    documents: [{ ...DISCLOSURE_REF, required: true }],
  },
  DISCLOSURE_OUTDATED: { documents: [DISCLOSURE_REF] },
  APPROPRIATENESS_REQUIRED: { next: `/investment-flow/${OPEN_ORDER.property.propertyId}` },
  APPROPRIATENESS_PAUSED: { retryAt: RETRY_AT },
  CHAT_QUIZ_OUTDATED: { version: 2 },
  APPROPRIATENESS_OUTDATED: { version: DISCLOSURE_REF.version, hash: DISCLOSURE_REF.hash },
  ANNUAL_LIMIT_REACHED: {
    detail: 'You can invest another AED 1,200 in 2026.',
    ...{ year: 2026, limitFils: 18_362_500, leftFils: 120_000, resetsAt: '2026-12-31T20:00:00.000Z' },
  },
  INVESTOR_CLASS_NOT_ADMITTED: { investorClass: 'retail' },
  CONSIDERATION_BELOW_MINIMUM: { minimumFils: 36_725_000 },
  OFFER_PERSONS_REACHED: { maximumPersons: 49 },
  VALUATION_OUTDATED: { valuedOn: '2026-06-30', maximumAgeDays: 91 },
  CLASSIFICATION_NOT_POSSIBLE: { why: 'net_assets' },
  PAYMENT_UNAVAILABLE: { orderId: OPEN_ORDER.orderId },
  ORDER_NOT_CANCELLABLE: { state: 'allotted' },
  RESERVATION_NOT_EXTENDABLE: { why: 'extended' },
  COOLING_OFF_ENDED: { endedAt: '2026-11-24T10:15:00.000Z' },
  SHARE_ACTION_NOT_POSSIBLE: { why: 'moving' },
  WALLET_TOO_MANY_CHALLENGES: { retryAt: RETRY_AT },
  RESOLUTION_NOT_POSSIBLE: { why: 'dispute_open' },
  FIGURES_CHANGED: { figures: FIGURES },
  PROFILE_VERSION_CONFLICT: { version: 3 },
  CURRENT_USER_CHANGED: { version: 6 },
  UPLOADS_MISSING: { kinds: ['back'] },
  EVIDENCE_NOT_OPENED: { kinds: ['back'], details: false },
  ALREADY_CLAIMED: { assignee: '0191b8c0-2222-7abc-8def-1234567890ab' },
  APPROVAL_PENDING: { approvalId: '0191b8c0-1111-7abc-8def-1234567890ab' },
}
