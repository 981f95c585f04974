import type { BusContract } from '../core.js'
import * as identity from '../identity/index.js'
import * as investment from '../investment/index.js'
import * as property from '../property/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'tokenisation-record-terms-when-offering-published': property.OfferingPublished,
    'tokenisation-record-title-when-deed-filed': investment.RaiseTitled,
    'tokenisation-plan-mint-when-order-allotted': investment.OrderAllotted,
    'tokenisation-take-back-when-order-refunding': investment.OrderRefunding,
    'tokenisation-take-back-when-order-refunded': investment.OrderRefunded,
    'tokenisation-move-shares-when-transferred': investment.SharesTransferred,
    'tokenisation-anchor-register-when-published': investment.RegisterPublished,
    'tokenisation-record-status-when-user-status-changed': identity.UserStatusChanged,
  },
}
