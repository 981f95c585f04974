import { INVESTOR_ID } from './investors.js'
import { APPROVAL_ID } from './property.js'
import { PROPERTY_REF } from './investing.js'

export const BANK_ACCOUNT_ID = '0191b7aa-6a1b-7c2d-8e3f-4a5b6c7d8e9f'
export const WITHDRAWAL_ID = '0191b7aa-7b2c-7d3e-9f4a-5b6c7d8e9f0a'
export const PAYMENT_FILE_ID = '0191b7aa-8c3d-7e4f-8a5b-6c7d8e9f0a1b'

export const BANK_ACCOUNT = {
  bankAccountId: BANK_ACCOUNT_ID,
  iban: 'AE•• •••• 3456',
  state: 'waiting',
  availableAt: '2026-11-23T09:00:00.000Z',
  addedAt: '2026-11-22T09:00:00.000Z',
}
export const NEW_BANK_ACCOUNT = { iban: 'AE07 0331 2345 6789 0123 456', holderName: 'Layla Haddad', locale: 'en' }
export const WITHDRAWAL = {
  ...{ withdrawalId: WITHDRAWAL_ID, reference: 'HW-7D8E9F0A', amountFils: 50_000, state: 'requested' },
  ...{ bankAccountId: BANK_ACCOUNT_ID, iban: 'AE•• •••• 3456', requestedAt: '2026-11-24T08:30:00.000Z', version: 1 },
}
export const CASH = {
  ...{ availableFils: 75_000, inFlightFils: 50_000, minimumWithdrawalFils: 1_000 },
  movements: [
    {
      ...{ movementId: 'withdraw:1#0', at: '2026-11-24T08:30:00.000Z', kind: 'withdrawal', code: 'withdrawal' },
      ...{ direction: 'out', amountFils: 50_000, state: 'pending', reference: 'HW-7D8E9F0A', withdrawal: WITHDRAWAL },
    },
    {
      ...{ movementId: 'distribution:1#0', at: '2026-11-20T08:00:00.000Z', kind: 'distribution', code: 'distribution' },
      ...{ direction: 'in', amountFils: 125_000, state: 'completed', property: PROPERTY_REF },
    },
  ],
  count: 2,
}
export const PAYOUT = { ...WITHDRAWAL, userId: INVESTOR_ID }
export const PENDING_PAYMENT_FILE = {
  ...{ approvalId: APPROVAL_ID, payments: 1, totalFils: 50_000, maker: INVESTOR_ID, reason: 'Payments of the day' },
  requestedAt: '2026-11-24T09:00:00.000Z',
}
export const PENDING_BANK_STATEMENT = {
  ...{ approvalId: APPROVAL_ID, statementId: '2026-11-24', sha256: 'c'.repeat(64), entries: 3 },
  ...{ paid: { entries: 2, totalFils: 75_000 }, rejected: { entries: 0, totalFils: 0 } },
  ...{ returned: { entries: 1, totalFils: 10_000 }, maker: INVESTOR_ID, requestedAt: '2026-11-24T18:00:00.000Z' },
}
export const PAYMENT_FILE = {
  ...{ fileId: PAYMENT_FILE_ID, state: 'approved', payments: 1, totalFils: 50_000, sha256: 'a'.repeat(64) },
  ...{ maker: INVESTOR_ID, checker: INVESTOR_ID, approvedAt: '2026-11-24T09:10:00.000Z' },
}
export const PAYOUT_DIFFERENCE = {
  ...{ differenceId: 'b8sJ2m', why: 'unknown', entry: 'paid', direction: 'out', amountFils: 500 },
  ...{ endToEndId: 'F-2026-11', statementId: '2026-11-24', state: 'open', openedAt: '2026-11-24T18:00:00.000Z' },
  version: 1,
}
export const STATEMENT_RESULT = { statementId: '2026-11-24', entries: 3, booked: 1, known: 1, differences: 1 }
