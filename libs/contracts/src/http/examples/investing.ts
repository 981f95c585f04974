import { APPROVAL_ID, HASH, PROPERTY_ID } from './property.js'

export const ORDER_ID = '0191b7aa-5e6f-7a1b-9c2d-3e4f5a6b7c8d'
const SECOND_ORDER_ID = '0191b7aa-5e6f-7a1b-9c2d-3e4f5a6b7c8e'
const STAFF_ID = '0191b8c0-2222-7abc-8def-1234567890ab'
export const PROPERTY_REF = {
  propertyId: PROPERTY_ID,
  slug: 'marina-heights',
  title: 'Marina Heights, one-bedroom apartment',
}
const RESERVED_AT = '2026-11-22T09:00:00.000Z'
const EXPIRES_AT = '2026-11-22T09:31:00.000Z'
const PAID_AT = '2026-11-22T09:04:12.000Z'

export const CHECKOUT_REQUEST = { amount: 4_000, propertyId: PROPERTY_ID, locale: 'en' }
export const CHECKOUT = {
  url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  orderId: ORDER_ID,
  expiresAt: EXPIRES_AT,
}
export const DISCLOSURE_REF = { documentId: 'risk-warning', version: 3, hash: HASH }
export const ACCEPTANCES = { propertyId: PROPERTY_ID, locale: 'en', documents: [DISCLOSURE_REF] }
export const REQUIREMENTS = {
  identity: 'verified',
  accepted: [{ ...DISCLOSURE_REF, locale: 'en', at: '2026-11-22T08:58:30.000Z' }],
  outstanding: [],
  appropriateness: 'passed',
  investorClass: 'retail',
  annualLimit: {
    year: 2026,
    limitFils: 18_362_500,
    usedFils: 400_000,
    leftFils: 17_962_500,
    resetsAt: '2026-12-31T20:00:00.000Z',
  },
}

const QUESTIONNAIRE = { version: 1, hash: '3b5d5c3712955042212316173ccf37be800f5d1ac2f1d4f5d0c1b7a0d8f1e2a4' }
export const APPROPRIATENESS = {
  state: 'required',
  ...QUESTIONNAIRE,
  ...{ locale: 'en', language: 'en' },
  questions: [
    {
      questionId: 'loss',
      text: 'What can happen to the money that you invest in a share of a property?',
      options: [
        { optionId: 'loss-all', text: 'I can lose part of it, or all of it.' },
        { optionId: 'loss-none', text: 'I always get at least the amount that I paid.' },
      ],
    },
  ],
}
export const APPROPRIATENESS_ANSWERS = {
  ...QUESTIONNAIRE,
  locale: 'en',
  answers: [{ questionId: 'loss', optionId: 'loss-all' }],
}

export const PREVIEW = {
  property: PROPERTY_REF,
  raiseState: 'active',
  units: 40,
  unitPriceFils: 10_000,
  amountFils: 400_000,
  feeFils: 6_000,
  feeBasisPoints: 150,
  totalFils: 406_000,
  minimumFils: 200_000,
  unitsTotal: 15_000,
  unitsAvailable: 9_250,
  sharePartsPerMillion: 2_666,
  expectedReturnBasisPoints: 715,
  coolingOffHours: 48,
  reservationMinutes: 31,
}

const AMOUNTS = { units: 40, unitPriceFils: 10_000, amountFils: 400_000, feeFils: 6_000 }
export const ORDER = {
  orderId: ORDER_ID,
  reference: 'HS-5A6B7C8D',
  property: PROPERTY_REF,
  state: 'paid',
  ...AMOUNTS,
  totalFils: 406_000,
  createdAt: RESERVED_AT,
  expiresAt: EXPIRES_AT,
  paidAt: PAID_AT,
  canCancel: true,
  canExtend: false,
  version: 2,
}
const { paidAt: _, ...unpaid } = ORDER
export const RESERVED_ORDER = {
  ...unpaid,
  ...{ state: 'reserved', canCancel: false },
  checkoutUrl: `http://localhost:8080/payment/${ORDER_ID}`,
}
export const RELEASED_ORDER = { ...unpaid, state: 'expired', reason: 'released', canCancel: false, version: 3 }
export const EXTENDED_ORDER = {
  ...unpaid,
  ...{ state: 'reserved', expiresAt: '2026-11-22T10:00:00.000Z', checkoutUrl: CHECKOUT.url },
  ...{ canCancel: false, canExtend: false, version: 4 },
}
export const CANCELLED_ORDER = {
  ...ORDER,
  ...{ state: 'cancelled', reason: 'cancelled', canCancel: false, version: 3 },
  cancelledAt: '2026-11-22T09:15:00.000Z',
}
export const OPEN_ORDER = {
  orderId: SECOND_ORDER_ID,
  reference: 'HS-5A6B7C8E',
  property: PROPERTY_REF,
  amountFils: 400_000,
  expiresAt: EXPIRES_AT,
  url: `/investment-flow/${PROPERTY_ID}`,
}

export const HOLDING = {
  property: PROPERTY_REF,
  state: 'pending',
  raiseState: 'active',
  ...AMOUNTS,
  allottedUnits: 0,
  sharePartsPerMillion: 2_666,
  unitsTotal: 15_000,
  unitsPaid: 5_740,
  expectedReturnBasisPoints: 715,
  firstPaidAt: PAID_AT,
  lastPaidAt: PAID_AT,
  coolingOffHours: 48,
  nextDates: [{ kind: 'raise_deadline', at: '2027-02-28T20:00:00.000Z', exact: false }],
}
export const PAYMENT = {
  paymentId: 'pi_3PqR5t2eZvKYlo2C',
  orderId: ORDER_ID,
  reference: 'HS-5A6B7C8D',
  property: PROPERTY_REF,
  kind: 'payment',
  state: 'succeeded',
  method: 'card',
  amountFils: 406_000,
  currency: 'AED',
  at: PAID_AT,
}
export const DASHBOARD = {
  totals: {
    investedFils: 400_000,
    pendingFils: 400_000,
    reservedFils: 0,
    feesFils: 6_000,
    units: 40,
    properties: 1,
  },
  holdings: [HOLDING],
  recentOrders: [ORDER],
  todo: [],
  userStatus: 'investor_active',
  asOf: '2026-11-22T09:05:00.000Z',
}

export const SUSPENSE_ITEM_ID = 'payment:pi_3PqR5t2eZvKYlo2C'
export const SUBJECT = { kind: 'suspense', id: SUSPENSE_ITEM_ID }
export const PENDING_RESOLUTION = {
  approvalId: APPROVAL_ID,
  action: { type: 'refund' },
  reason: 'The payer has closed the account',
  maker: STAFF_ID,
  requestedAt: '2026-11-22T10:00:00.000Z',
}
export const CLIENT_MONEY = {
  ...{ readAt: '2026-11-22T08:00:00.000Z', ledgerSeq: 4_120 },
  properties: [{ property: PROPERTY_REF, escrowFils: 57_400_000, pendingFeesFils: 861_000 }],
  ...{ escrowFils: 57_400_000, pendingFeesFils: 861_000, companyFils: 0, earnedFeesFils: 0, refundsDueFils: 203_000 },
  ...{ bankFils: 50_000_000, cardClearingFils: 8_870_000 },
  suspense: [{ currency: 'aed', heldMinor: 406_000, missingMinor: 0 }],
}
export const FIGURES = {
  orders: 0,
  investors: 0,
  units: 0,
  amountMinor: 406_000,
  currency: 'aed',
  reservations: 0,
  waiting: 0,
}
export const SUSPENSE_ITEM = {
  itemId: SUSPENSE_ITEM_ID,
  kind: 'payment_without_order',
  direction: 'in',
  state: 'open',
  amountMinor: 406_000,
  currency: 'AED',
  paymentId: 'pi_3PqR5t2eZvKYlo2C',
  openedAt: PAID_AT,
  actions: ['refund', 'assign'],
  version: 1,
}
const INVESTOR_ID = '0191b8c0-1111-7abc-8def-1234567890ab'

export const REJECTED_ORDER = {
  orderId: ORDER_ID,
  reference: 'HS-5A6B7C8D',
  userId: INVESTOR_ID,
  property: PROPERTY_REF,
  state: 'refunding',
  totalFils: 406_000,
  work: 'refund',
  rejected: { code: 'charge_already_refunded', tries: 5, at: '2026-11-22T10:30:00.000Z' },
  version: 5,
}

const PAYMENT_ID = 'pi_3PqR5t2eZvKYlo2C'
export const DEED_VERSION = {
  version: 1,
  sha256: 'c'.repeat(64),
  contentType: 'application/pdf',
  sizeBytes: 482_113,
  storedAt: '2026-12-04T08:30:00.000Z',
  storedBy: INVESTOR_ID,
}
export const STAFF_RAISE = {
  property: PROPERTY_REF,
  state: 'active',
  unitPriceFils: 10_000,
  unitsTotal: 15_000,
  unitsPaid: 5_740,
  unitsReserved: 10,
  unitsAvailable: 9_250,
  minimumUnits: 12_000,
  investors: 118,
  openedAt: '2026-11-01T08:00:00.000Z',
  deadline: '2027-02-28T20:00:00.000Z',
  work: { kind: 'deadline', at: '2027-02-28T20:00:00.000Z' },
  actions: ['extend', 'fail'],
  version: 4,
}
export const STAFF_ORDER = {
  orderId: ORDER_ID,
  reference: 'HS-5A6B7C8D',
  userId: INVESTOR_ID,
  property: PROPERTY_REF,
  state: 'paid',
  units: 40,
  amountFils: 400_000,
  feeFils: 6_000,
  totalFils: 406_000,
  createdAt: RESERVED_AT,
  paidAt: PAID_AT,
  paymentId: PAYMENT_ID,
  actions: ['cancel', 'refund_fee'],
  version: 2,
}
export const HELD_ORDER = {
  orderId: ORDER_ID,
  reference: 'HS-5A6B7C8D',
  userId: INVESTOR_ID,
  property: PROPERTY_REF,
  state: 'cooling_off',
  units: 40,
  totalFils: 406_000,
  holds: ['awaiting_review'],
  since: '2026-11-24T08:15:00.000Z',
  coolingOffEndsAt: '2026-11-25T20:00:00.000Z',
}
export const STAFF_ORDER_DETAIL = {
  order: STAFF_ORDER,
  payments: [
    {
      paymentRowId: 'cs_test_a1b2c3',
      kind: 'payment',
      state: 'succeeded',
      method: 'card',
      amountMinor: 406_000,
      currency: 'aed',
      use: 'units',
      paymentId: PAYMENT_ID,
      at: PAID_AT,
    },
  ],
  items: [],
  rules: [{ rule: 'platform.minimum', version: 1, allowed: true, inputs: { amountFils: 400_000 } }],
  transfers: [
    {
      seq: 1_204,
      at: PAID_AT,
      code: 'order.subscribe',
      kind: 'single',
      debit: `client-aed:investor:${INVESTOR_ID}`,
      credit: `client-aed:escrow:${PROPERTY_ID}`,
      amount: 400_000,
    },
  ],
  decisions: [],
}
export const PENDING_APPROVAL = { pending: PENDING_RESOLUTION, subject: SUBJECT, label: PAYMENT_ID }
