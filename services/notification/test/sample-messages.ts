import { fils, units } from '@hissa/money'
import type { Reader } from '../src/messages/message.js'

export const publicUrl = 'http://localhost:8080'
export const english: Reader = { email: 'aisha@hissa.test', fullName: 'Aisha & Khan', language: 'en' }
export const arabic: Reader = { ...english, fullName: 'عائشة خان', language: 'ar' }
export const payment = {
  orderId: 'order-1',
  title: 'Al Reem 2 bed',
  units: units(20),
  amountFils: fils(200_000),
  feeFils: fils(3_000),
  totalFils: fils(203_000),
  paidAt: new Date('2026-11-21T21:05:00Z'),
  publicUrl,
}
export const code = {
  code: '482913',
  purpose: 'sign-up' as const,
  expiresAt: new Date('2026-11-21T10:05:00Z'),
  publicUrl,
}

export const enquiry = {
  ...{ reference: 'HQ-7K2M9PXA', name: english.fullName, email: english.email, topic: 'data' as const },
  ...{ message: 'What do you store about me?', language: 'en' as const, receivedAt: '2026-11-21T21:05:00Z', publicUrl },
}
export const passwordChanged = { template: 'password-changed' as const, at: payment.paidAt, publicUrl }
export const emailChanged = { ...passwordChanged, template: 'email-changed' as const, issue: 2 }

const { paidAt: at, ...amounts } = payment
const update = { ...amounts, propertyId: 'Prop_1_reem', at }
export const started = { ...update, template: 'refund-started' as const, attempt: 1 }
export const cancelled = { ...update, template: 'order-cancelled' as const }
const until = new Date('2026-11-23T21:05:00Z')
export const coolingOff = { ...update, template: 'cooling-off-started' as const, until }
export const reopened = { ...update, template: 'offering-reopened' as const }
export const extended = { ...update, template: 'deadline-extended' as const, until }
export const allotted = { ...update, template: 'order-allotted' as const }
export const issued = { ...update, template: 'order-issued' as const }
export const disputed = { ...update, template: 'dispute-opened' as const }
export const expired = { ...update, template: 'order-expired' as const }
export const feeRefund = { ...update, template: 'fee-refund-started' as const, feeRefundFils: fils(1_050) }
const transfer = { transferId: 't-1', propertyId: 'Prop_1_reem', units: units(7), at, title: payment.title, publicUrl }
export const received = { ...transfer, template: 'shares-received' as const, basis: 'inheritance' as const }
export const sent = { ...transfer, template: 'shares-transferred' as const, basis: 'court_order' as const }
export const distribution = {
  ...{ template: 'distribution-paid' as const, distributionId: 'd-1', propertyId: 'Prop_1_reem', period: '2026-Q3' },
  ...{ units: units(40), unitsIssued: units(15_000), netIncomeFils: fils(2_313_000), amountFils: fils(6_168) },
  ...{ at, title: payment.title, publicUrl },
}
export const address = `0x${'aB'.repeat(20)}`
export const relocated = { template: 'shares-relocated' as const, kind: 'own_wallet' as const, address, at, publicUrl }
export const declinedMove = {
  ...{ template: 'relocation-declined' as const, kind: 'own_wallet' as const, at, publicUrl },
}
export const cancelledMove = { ...declinedMove, template: 'relocation-cancelled' as const, address }
export const completed = { ...update, template: 'refund-completed' as const, attempt: 1 }
