import { INVESTOR_ID } from './investors.js'
import { PROPERTY_REF } from './investing.js'

const ORDER_ID = '0191b7aa-9d4e-7f5a-8b6c-7d8e9f0a1b2c'

export const RECONCILIATION_RUN = {
  ...{ runId: '0191b7aa-ae5f-7a6b-9c7d-8e9f0a1b2c3d', state: 'complete' },
  ...{ startedAt: '2026-11-27T22:00:00.000Z', completedAt: '2026-11-27T22:00:04.000Z' },
  ...{
    processorEntries: 205,
    ledgerEntries: 207,
    otherEntries: 1,
    payments: 180,
    waiting: 0,
    holdings: 96,
    differences: 1,
  },
}
const CHARGE = { part: 'charge', at: '2026-11-27T09:15:00.000Z' }
export const PAYMENT_DIFFERENCE = {
  ...{ differenceId: 'pi_3Mz:aed', paymentId: 'pi_3Mz', currency: 'aed', orderId: ORDER_ID, userId: INVESTOR_ID },
  parts: [{ part: 'charge', processorMinor: 203_001, ledgerMinor: 203_000 }],
  processor: [{ ...CHARGE, movementId: 'txn_3Mz', amountMinor: 203_001 }],
  ledger: [{ ...CHARGE, movementId: 'settle:cs_1:1', amountMinor: 203_000 }],
  openedAt: '2026-11-27T22:00:02.000Z',
}
export const HOLDING_DIFFERENCE = {
  ...{ differenceId: `${INVESTOR_ID}:${PROPERTY_REF.propertyId}`, userId: INVESTOR_ID, property: PROPERTY_REF },
  ...{ ledgerUnits: 20, ledgerRegistered: 20, holdingUnits: 21, holdingRegistered: 20 },
  openedAt: '2026-11-27T22:00:03.000Z',
}
