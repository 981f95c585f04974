import type { BusContract } from '../core.js'
import * as investment from '../investment/index.js'
import * as kyc from '../kyc/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'identity-move-status-when-kyc-submitted': kyc.CaseSubmitted,
    'identity-move-status-when-kyc-approved': kyc.CaseApproved,
    'identity-move-status-when-kyc-reopened': kyc.CaseReopened,
    'identity-move-status-when-kyc-cleared': kyc.CaseCleared,
    'identity-move-status-when-kyc-rejected': kyc.CaseRejected,
    'identity-move-status-when-kyc-resubmission-requested': kyc.CaseResubmissionRequested,
    'identity-move-status-when-order-paid': investment.OrderPaid,
  },
}
