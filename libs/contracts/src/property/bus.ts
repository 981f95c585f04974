import type { BusContract } from '../core.js'
import * as investment from '../investment/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'property-apply-raise-when-raise-opened': investment.RaiseOpened,
    'property-apply-raise-when-raise-progressed': investment.RaiseProgressed,
    'property-apply-raise-when-raise-funded': investment.RaiseFunded,
  },
}
