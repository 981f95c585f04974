import { refuse, type ErrorOf } from '@hissa/contracts'
import { SHARE_ACTION_NOT_POSSIBLE, type ShareActionRefusal } from '@hissa/contracts/tokenisation'

export type NotPossible = ErrorOf<typeof SHARE_ACTION_NOT_POSSIBLE>

const WORDS: Readonly<Record<ShareActionRefusal, string>> = {
  already_frozen: 'The shares are already frozen, for this property or for all.',
  not_frozen: 'There is no such freeze, or it has been lifted.',
  frozen: 'Shares of this investor are frozen. They can’t be moved at the investor’s request.',
  suspended: 'This investor’s account is suspended. The shares can’t be moved at the investor’s request.',
  custodial: 'The shares are held by the platform, so there is no wallet to recover.',
  request_closed: 'This request has ended, or its shares are moving already.',
  moving: 'Another movement of this investor’s shares is in progress.',
  screening: 'The address is on a sanctions list, or could not be screened.',
  not_registered: 'The investor’s account is not registered on the chain yet.',
  not_moving: 'There is no such move, or it has ended.',
  in_flight: 'A transaction of this move may still be executed. Wait until its result is known.',
  partly_moved: 'Shares have already left the lost wallet, and they don’t go back there. Retry the recovery.',
  not_refused: 'The chain has not refused the last step of this move, so there is nothing to retry.',
}

/** Returns the refusal of an action on a shareholder that is not possible now. */
export const notPossible = (why: ShareActionRefusal) => refuse(SHARE_ACTION_NOT_POSSIBLE, WORDS[why], { why })
