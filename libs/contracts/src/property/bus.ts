import type { BusContract } from '../core.js'
import * as investment from '../investment/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'property-apply-raise-when-raise-opened': investment.RaiseOpened,
    'property-apply-raise-when-raise-progressed': investment.RaiseProgressed,
    'property-apply-raise-when-raise-funded': investment.RaiseFunded,
    'property-apply-raise-when-raise-reopened': investment.RaiseReopened,
    'property-apply-raise-when-raise-extended': investment.RaiseExtended,
    'property-apply-raise-when-raise-failed': investment.RaiseFailed,
    'property-apply-raise-when-raise-completed': investment.RaiseCompleted,
  },
  // Every replica keeps its lists current.
  subscriptions: [contracts.PropertyChanged.type],
}
