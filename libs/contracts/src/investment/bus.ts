import type { BusContract } from '../core.js'
import * as chat from '../chat/index.js'
import * as identity from '../identity/index.js'
import * as property from '../property/index.js'
import * as tokenisation from '../tokenisation/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'investment-open-raise-when-offering-published': property.OfferingPublished,
    'investment-record-disclosure-when-published': property.DisclosurePublished,
    'investment-record-status-when-user-status-changed': identity.UserStatusChanged,
    'investment-issue-order-when-shares-minted': tokenisation.SharesMinted,
    'investment-record-burn-when-shares-burned': tokenisation.SharesBurned,
    'investment-record-mirror-when-transfer-mirrored': tokenisation.TransferMirrored,
    'investment-record-account-when-assigned': tokenisation.AccountAssigned,
    'investment-record-anchor-when-register-anchored': tokenisation.RegisterAnchored,
    'investment-open-difference-when-found': tokenisation.DifferenceFound,
    'investment-close-difference-when-resolved': tokenisation.DifferenceResolved,
    'investment-record-quiz-when-completed': chat.QuizCompleted,
    'investment-join-rewards-when-user-confirmed': identity.UserConfirmed,
    'investment-post-points-when-order-paid': contracts.OrderPaid,
    'investment-post-points-when-order-allotted': contracts.OrderAllotted,
    'investment-post-points-when-order-cancelled': contracts.OrderCancelled,
    'investment-post-points-when-order-disputed': contracts.OrderDisputed,
  },
}
