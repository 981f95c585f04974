import { ACCOUNT_SUSPENDED, refuse, type UserStatus } from '@hissa/contracts'
import { KYC_REQUIRED } from '@hissa/contracts/investment'

/** Returns whether cash may be paid out to an investor with this status. */
export const isPayable = (status: UserStatus) => status === 'kyc_complete' || status === 'investor_active'

/** Returns a refusal unless cash may be paid out to the investor. */
export function refuseUnpayable(userStatus: UserStatus) {
  if (isPayable(userStatus)) return undefined
  return userStatus === 'suspended'
    ? refuse(ACCOUNT_SUSPENDED, 'Money can’t be paid out of this account at the moment.')
    : refuse(KYC_REQUIRED, 'Your identity must be verified before money can be paid out.', { userStatus })
}
