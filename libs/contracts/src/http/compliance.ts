import {
  ClaimBody,
  ClaimTicket,
  DecideTicket,
  DecideTicketProposal,
  DecisionBody,
  GetTicket,
  GetTicketDocument,
  ListTickets,
  ProposalDecisionBody,
  ReasonBody,
  TicketBody,
  TicketsBody,
  TicketsQuery,
  WithdrawTicketProposal,
} from '../kyc/index.js'
import { CASE_ID, DOCUMENT_ID, TICKET, TICKET_DETAIL } from './examples/verification.js'
import type { Operation, OperationResponse } from './operation.js'

const tag = 'compliance'
const params = { id: CASE_ID }
const reasonBody = { schema: ReasonBody, example: { reason: 'Compare the name with the passport' } }
const one = (description: string): OperationResponse => ({
  status: 200,
  description,
  schema: TicketBody,
  example: { success: true, ticket: TICKET_DETAIL },
})
const changed = (description: string, change: object = {}): OperationResponse => ({
  status: 200,
  description,
  schema: ClaimBody,
  example: { success: true, ticket: { ...TICKET, ...change } },
})
const picture = (description: string): OperationResponse => ({ status: 200, description, contentType: 'image/*' })

export const compliance: readonly Operation[] = [
  {
    id: 'listTickets',
    method: 'get',
    path: '/api/kyc/tickets',
    tag,
    summary: 'List identity cases, earliest due first',
    calls: [ListTickets],
    query: TicketsQuery,
    response: {
      status: 200,
      description: 'A page of cases, and how many are in each view. Names are masked.',
      schema: TicketsBody,
      example: {
        success: true,
        tickets: [TICKET],
        count: 1,
        counts: { unassigned: 0, mine: 1, second: 0, all: 1 },
        lists: [{ list: 'UN Consolidated', date: '2026-11-20', ageDays: 2, old: false }],
      },
    },
  },
  {
    id: 'getTicket',
    method: 'get',
    path: '/api/kyc/tickets/{id}',
    tag,
    summary: 'Read a case, masked',
    calls: [GetTicket],
    params,
    response: one('The case. Names, numbers and dates are masked until you claim it. Each read is audited.'),
  },
  {
    id: 'revealTicket',
    method: 'post',
    path: '/api/kyc/tickets/{id}/reveal',
    tag,
    summary: 'Read a case, unmasked',
    calls: [GetTicket],
    params,
    body: reasonBody,
    response: {
      ...one('The case, unmasked. The reason is audited.'),
      example: { success: true, ticket: { ...TICKET_DETAIL, revealed: true } },
    },
  },
  {
    id: 'claimTicket',
    method: 'post',
    path: '/api/kyc/tickets/{id}/claim',
    tag,
    summary: 'Claim a case',
    calls: [ClaimTicket],
    params,
    response: changed('The case, claimed by you.'),
  },
  {
    id: 'takeOverTicket',
    method: 'post',
    path: '/api/kyc/tickets/{id}/take-over',
    tag,
    summary: 'Take over a case that another reviewer has claimed',
    calls: [ClaimTicket],
    params,
    body: reasonBody,
    response: changed('The case, claimed by you. The reason is audited.'),
  },
  {
    id: 'decideTicket',
    method: 'post',
    path: '/api/kyc/tickets/{id}/decision',
    tag,
    summary: 'Decide a case that you have claimed',
    description:
      '`reasonCodes` are required to reject or to ask for resubmission. A decision with high risk or a screening hit ' +
      'becomes a proposal to a second reviewer and requires `note`. Approving requires that you have opened every picture.',
    calls: [DecideTicket],
    params,
    body: {
      schema: DecisionBody,
      example: { decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'], version: 4 },
    },
    response: changed('The case as decided or proposed.', { state: 'resubmission', assignee: null, version: 5 }),
  },
  {
    id: 'decideTicketProposal',
    method: 'post',
    path: '/api/kyc/tickets/{id}/proposal/decision',
    tag,
    summary: 'Approve or reject another reviewer’s proposal',
    calls: [DecideTicketProposal],
    params,
    body: {
      schema: ProposalDecisionBody,
      example: { verdict: 'approve', reason: 'The birth date differs from that of the listed person', version: 5 },
    },
    response: changed('The case as decided, or back in the queue.', { state: 'approved', version: 6 }),
  },
  {
    id: 'withdrawTicketProposal',
    method: 'post',
    path: '/api/kyc/tickets/{id}/proposal/withdrawal',
    tag,
    summary: 'Withdraw your own proposal on a case',
    calls: [WithdrawTicketProposal],
    params,
    response: changed('The case, back in the queue.'),
  },
  {
    id: 'getTicketDocument',
    method: 'get',
    path: '/api/kyc/tickets/{id}/documents/{documentId}',
    tag,
    summary: 'Read a document of a case that you have claimed',
    calls: [GetTicketDocument],
    params: { ...params, documentId: DOCUMENT_ID },
    response: picture('The picture. Each read is audited.'),
  },
  {
    id: 'revealTicketDocument',
    method: 'post',
    path: '/api/kyc/tickets/{id}/documents/{documentId}/reveal',
    tag,
    summary: 'Read a document of a case that another reviewer has claimed',
    calls: [GetTicketDocument],
    params: { ...params, documentId: DOCUMENT_ID },
    body: reasonBody,
    response: picture('The picture. The reason is audited.'),
  },
]
