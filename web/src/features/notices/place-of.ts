import type { Notice, NoticeKind } from '@hissa/contracts/notification'

/** Where the subject of a notice is, if it isn't an order or shares. */
const PLACES: Partial<Record<NoticeKind, string>> = {
  resetCode: '/settings/security',
  emailCode: '/settings/security',
  passwordChanged: '/settings/security',
  emailChanged: '/settings/security',
  incomePaid: '/dashboard/income',
  bankAccountCode: '/cash',
  withdrawalRequested: '/cash',
  withdrawalSent: '/cash',
  withdrawalPaid: '/cash',
  withdrawalRejected: '/cash',
  withdrawalReturned: '/cash',
  movedToWallet: '/wallet',
  movedBack: '/wallet',
  recovered: '/wallet',
  moveDeclined: '/wallet',
  moveCancelled: '/wallet',
  verified: '/profile',
  notVerified: '/onboarding',
  moreInformation: '/onboarding',
}

/** Returns the address of what a notice is about. The dashboard brings an order in `?order=` into view. */
export function placeOf({ kind, orderId }: Notice): string {
  if (orderId !== undefined) return `/investor-dashboard?order=${encodeURIComponent(orderId)}`
  return PLACES[kind] ?? '/investor-dashboard'
}
