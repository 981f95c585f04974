import { ORDER_ID } from './investing.js'
import { APPROVAL_ID, PROPERTY_ID } from './property.js'

export const INVESTOR_ID = '0191b8c0-2222-7abc-8def-1234567890ab'
const CLASSIFIED = {
  userId: INVESTOR_ID,
  investorClass: 'professional',
  evidence: { kind: 'net_assets', reference: 'DOC-2026-0117', asOf: '2026-10-31', netAssetsFils: 400_000_000 },
  optUp: 'DOC-2026-0118',
  expiresAt: '2027-10-31T20:00:00.000Z',
}
export const CLASSIFICATION_PROPOSAL = { ...CLASSIFIED, reason: 'Audited statement of net assets' }
export const PENDING_CLASSIFICATION = {
  ...CLASSIFICATION_PROPOSAL,
  approvalId: APPROVAL_ID,
  maker: '0191b8c0-3333-7abc-8def-1234567890ab',
  requestedAt: '2026-11-22T08:58:30.000Z',
}
export const CLASSIFICATION = {
  userId: INVESTOR_ID,
  investorClass: 'retail',
  decidedClass: 'retail',
  pending: PENDING_CLASSIFICATION,
  version: 0,
}

export const DECISION_RECORD = {
  recordId: ORDER_ID,
  kind: 'order',
  userId: INVESTOR_ID,
  propertyId: PROPERTY_ID,
  orderId: ORDER_ID,
  at: '2026-11-22T08:58:30.000Z',
  decisions: [
    {
      rule: 'adgm.valuation',
      version: 1,
      allowed: true,
      inputs: { valuedOn: '2026-10-31', today: '2026-11-22', ageDays: 22 },
      explanation: 'Requires an independent valuation that is at most 91 days old on the day of the order.',
      investorText: {
        en: 'This property needs a new valuation before more shares can be sold.',
        ar: 'يحتاج هذا العقار إلى تقييم جديد قبل بيع مزيد من الحصص.',
      },
    },
  ],
}
