import type { BusContract } from '../core.js'
import * as identity from '../identity/index.js'
import * as investment from '../investment/index.js'
import * as kyc from '../kyc/index.js'
import * as property from '../property/index.js'
import * as tokenisation from '../tokenisation/index.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {
    'notification-send-code-when-requested': identity.CodeRequested,
    'notification-email-user-when-password-changed': identity.PasswordChanged,
    'notification-email-user-when-email-changed': identity.EmailChanged,
    'notification-email-team-and-sender-when-enquiry-received': identity.EnquiryReceived,
    'notification-email-person-when-waitlist-requested': identity.WaitlistRequested,
    'notification-email-person-when-waitlist-confirmed': identity.WaitlistConfirmed,
    'notification-remember-title-when-offering-published': property.OfferingPublished,
    'notification-tell-applicant-when-kyc-approved': kyc.CaseApproved,
    'notification-tell-applicant-when-kyc-rejected': kyc.CaseRejected,
    'notification-tell-applicant-when-resubmission-requested': kyc.CaseResubmissionRequested,
    'notification-tell-investor-when-order-paid': investment.OrderPaid,
    'notification-tell-investor-when-cooling-off-started': investment.OrderCoolingOff,
    'notification-tell-investor-when-deadline-extended': investment.OrderDeadlineExtended,
    'notification-tell-investor-when-order-allotted': investment.OrderAllotted,
    'notification-tell-investor-when-order-issued': investment.OrderIssued,
    'notification-tell-investor-when-order-cancelled': investment.OrderCancelled,
    'notification-tell-investor-when-order-disputed': investment.OrderDisputed,
    'notification-tell-investor-when-order-held': investment.OrderHeld,
    'notification-tell-investor-when-fee-refund-started': investment.OrderFeeRefunding,
    'notification-tell-investor-when-order-reopened': investment.OrderReopened,
    'notification-tell-investor-when-refund-completed': investment.OrderRefunded,
    'notification-tell-investor-when-refund-started': investment.OrderRefunding,
    'notification-tell-investor-when-order-expired': investment.OrderExpired,
    'notification-tell-investor-when-withdrawal-changed': investment.WithdrawalChanged,
    'notification-send-bank-account-code-when-requested': investment.BankAccountCodeRequested,
    'notification-tell-investors-when-shares-transferred': investment.SharesTransferred,
    'notification-tell-investor-when-distribution-paid': investment.DistributionPaid,
    'notification-tell-investor-when-shares-relocated': tokenisation.SharesRelocated,
    'notification-tell-investor-when-relocation-declined': tokenisation.RelocationDeclined,
    'notification-tell-investor-when-relocation-cancelled': tokenisation.RelocationCancelled,
  },
}
