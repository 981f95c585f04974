import type { BusContract } from '../core.js'
import * as investment from '../investment/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'kyc-screen-investor-when-order-paid': investment.OrderPaid,
    'kyc-screen-investor-when-withdrawal-changed': investment.WithdrawalChanged,
    'kyc-screen-investor-when-distribution-declared': investment.DistributionDeclared,
  },
}
