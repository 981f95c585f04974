import {
  DecideShareAction,
  DecideShareActionBody,
  DeclineRelocation,
  DeclineRelocationBody,
  GetShareholder,
  ListShareDecisions,
  ListShareholders,
  ProposeShareAction,
  ProposeShareActionBody,
  ShareDecisionsQuery,
  ShareholdersQuery,
  WithdrawShareAction,
} from '../tokenisation/index.js'
import { INVESTOR_ID } from './examples/investors.js'
import { APPROVAL_ID } from './examples/property.js'
import { CHAIN, RELOCATION, RELOCATION_ID, SHARE_DECISION, SHAREHOLDER, SHAREHOLDER_DETAIL } from './examples/token.js'
import { success, type Operation } from './operation.js'

const tag = 'compliance'
const REASON = 'Agrees with the court order'
const ENDED = { endedAt: '2026-11-23T06:45:00.000Z' }

/** Shareholders, their freezes and their moves. */
export const shareholders: readonly Operation[] = [
  {
    id: 'listShareholders',
    method: 'get',
    path: '/api/compliance/shareholders',
    tag,
    summary: 'List shareholders, or find one by user id or address',
    description:
      '`q` must be a whole user id, or a whole address that holds or has held shares. For compliance and finance staff.',
    calls: [ListShareholders],
    query: ShareholdersQuery,
    response: {
      status: 200,
      description: 'A page of shareholders, without personal data. Each read is audited.',
      schema: success(ListShareholders.output),
      example: { success: true, shareholders: [SHAREHOLDER], count: 1 },
    },
  },
  {
    id: 'getShareholder',
    method: 'get',
    path: '/api/compliance/shareholders/{userId}',
    tag,
    summary: 'Read a shareholder with freezes, requests and decisions',
    description: 'For compliance and finance staff.',
    calls: [GetShareholder],
    params: { userId: INVESTOR_ID },
    response: {
      status: 200,
      description: 'The shareholder, and the chain of the addresses. Each read is audited.',
      schema: success(GetShareholder.output),
      example: { success: true, chain: CHAIN, shareholder: SHAREHOLDER_DETAIL },
    },
  },
  {
    id: 'listShareDecisions',
    method: 'get',
    path: '/api/compliance/share-decisions',
    tag,
    summary: 'List proposed actions on shareholders, oldest first',
    description: 'For compliance and finance staff.',
    calls: [ListShareDecisions],
    query: ShareDecisionsQuery,
    response: {
      status: 200,
      description: 'A page of proposals that await a second person. Each read is audited.',
      schema: success(ListShareDecisions.output),
      example: { success: true, decisions: [SHARE_DECISION], count: 1 },
    },
  },
  {
    id: 'proposeShareAction',
    method: 'post',
    path: '/api/compliance/share-decisions',
    tag,
    summary: 'Propose a freeze, its end, a move, a recovery, or the end of a move that can’t go on',
    description: 'Nothing changes until another person approves it.',
    calls: [ProposeShareAction],
    body: {
      schema: ProposeShareActionBody,
      example: { userId: INVESTOR_ID, action: { type: 'freeze' }, reason: REASON },
    },
    response: {
      status: 200,
      description: 'The proposal.',
      schema: success(ProposeShareAction.output),
      example: { success: true, decision: { ...SHARE_DECISION, action: { type: 'freeze' }, reason: REASON } },
    },
  },
  {
    id: 'decideShareAction',
    method: 'post',
    path: '/api/compliance/share-decisions/{id}/decision',
    tag,
    summary: 'Approve or reject a proposed action on a shareholder',
    description: 'An approved action begins immediately.',
    calls: [DecideShareAction],
    params: { id: APPROVAL_ID },
    body: { schema: DecideShareActionBody, example: { verdict: 'approve', reason: REASON } },
    response: {
      status: 200,
      description: 'The decision.',
      schema: success(DecideShareAction.output),
      example: {
        success: true,
        decision: { ...SHARE_DECISION, state: 'approved', checker: INVESTOR_ID, checkerReason: REASON, ...ENDED },
      },
    },
  },
  {
    id: 'withdrawShareAction',
    method: 'post',
    path: '/api/compliance/share-decisions/{id}/withdrawal',
    tag,
    summary: 'Withdraw your own proposal about a shareholder',
    calls: [WithdrawShareAction],
    params: { id: APPROVAL_ID },
    response: {
      status: 200,
      description: 'The proposal is withdrawn.',
      schema: success(WithdrawShareAction.output),
      example: { success: true, decision: { ...SHARE_DECISION, state: 'withdrawn', ...ENDED } },
    },
  },
  {
    id: 'declineRelocation',
    method: 'post',
    path: '/api/compliance/relocations/{id}/decline',
    tag,
    summary: 'Decline an investor’s request to move shares',
    description: 'Nothing moves, so one person may do it.',
    calls: [DeclineRelocation],
    params: { id: RELOCATION_ID },
    body: { schema: DeclineRelocationBody, example: { reason: 'The investor asked for another address' } },
    response: {
      status: 200,
      description: 'The request is declined.',
      schema: success(DeclineRelocation.output),
      example: { success: true, relocation: { ...RELOCATION, state: 'declined', ...ENDED } },
    },
  },
]
