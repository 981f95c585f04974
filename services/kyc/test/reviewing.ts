import type { Input } from '@hissa/contracts'
import { ClaimTicket, DecideTicket, DecideTicketProposal } from '@hissa/contracts/kyc'
import { openEvidence, type User } from './harness.js'

export const NOTE = 'The source of funds is documented'
export const claim = async (staff: User, caseId: string) => {
  const { version } = (await staff.call(ClaimTicket, { caseId })).ticket
  await openEvidence(staff, caseId)
  return version
}
export const decideAs = async (staff: User, caseId: string, decision: Partial<Input<typeof DecideTicket>>) => {
  const version = await claim(staff, caseId)
  return (await staff.call(DecideTicket, { caseId, decision: 'approve', note: NOTE, version, ...decision })).ticket
}
export const confirm = (staff: User, caseId: string, version: number, changes: object = {}) =>
  staff.call(DecideTicketProposal, { caseId, verdict: 'approve', reason: 'Agrees with the file', version, ...changes })
/** Decides on a proposal after looking at the evidence. */
export const verdict = async (staff: User, caseId: string, version: number, changes: object = {}) => {
  await openEvidence(staff, caseId, 'to decide on the proposal')
  return confirm(staff, caseId, version, changes)
}
