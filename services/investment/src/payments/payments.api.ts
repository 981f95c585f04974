export { DueOrders } from './due-orders.js'
export { type Payment, refundRowId, refundSave } from './payment.js'
export { methodView } from './list-payments.js'
export { PaymentStore } from './payment.store.js'
export { missingFils } from './suspense/block-order.js'
export { beginFeeRefund, feeRefundRowId } from './suspense/fee-refund.js'
export { notPossible } from './suspense/carry-out.js'
export { ConflictsOfInterest } from './suspense/conflicts-of-interest.js'
export { ReadSuspense } from './suspense/read-suspense.js'
export {
  APPROVAL_STORE,
  pendingView,
  RESOLVE,
  type ResolutionProposal,
  type Subject,
  subjectId,
} from './suspense/resolution.js'
export { disputeItemId, refundItemId, SUSPENSE, type SuspenseItem } from './suspense/suspense.js'
export { SuspenseStore } from './suspense/suspense.store.js'
export type { Moment, ResolutionError, SubjectActions } from './suspense/subject-actions.js'
