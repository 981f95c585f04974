import type { BusContract } from '../core.js'
import * as identity from '../identity/index.js'
import * as property from '../property/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'investment-open-raise-when-offering-published': property.OfferingPublished,
    'investment-record-disclosure-when-published': property.DisclosurePublished,
    'investment-record-status-when-user-status-changed': identity.UserStatusChanged,
  },
}
