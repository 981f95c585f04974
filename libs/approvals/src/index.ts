export {
  alreadyPending,
  approvalNotFound,
  decideApproval,
  evidenceChanged,
  evidenceOf,
  expireIfChanged,
  notPending,
  requestApproval,
  withdrawApproval,
  type Approval,
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalState,
  type Proposal,
  type Verdict,
} from './approval.js'
export {
  APPROVALS,
  approvalOf,
  approvalSave,
  PENDING_INDEX,
  type ApprovalRow,
  type ApprovalSave,
} from './approval-row.js'
export { approvalModel } from './approval.model.js'
export { ApprovalStore } from './approval.store.js'
