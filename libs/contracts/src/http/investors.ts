import {
  ClassificationBody,
  ClassificationProposedBody,
  ClassificationsBody,
  ClassificationsQuery,
  ClassificationStateBody,
  ClassificationWithdrawnBody,
  DecideClassification,
  DecideClassificationBody,
  DecisionsBody,
  DecisionsQuery,
  GetClassification,
  HeldOrdersBody,
  HeldOrdersQuery,
  ListClassifications,
  ListDecisions,
  ListHeldOrders,
  ProposeClassification,
  ProposeClassificationBody,
  WithdrawClassification,
} from '../investment/index.js'
import {
  CLASSIFICATION,
  CLASSIFICATION_PROPOSAL,
  DECISION_RECORD,
  INVESTOR_ID,
  PENDING_CLASSIFICATION,
} from './examples/investors.js'
import { HELD_ORDER } from './examples/investing.js'
import { APPROVAL_ID } from './examples/property.js'
import type { Operation } from './operation.js'

const tag = 'compliance'

/** Investors' classes, their orders on hold, and the decisions of the rules. */
export const investors: readonly Operation[] = [
  {
    id: 'listClassifications',
    method: 'get',
    path: '/api/compliance/classifications',
    tag,
    summary: 'List proposed investor classes, oldest first',
    calls: [ListClassifications],
    query: ClassificationsQuery,
    response: {
      status: 200,
      description: 'A page of proposals that await a second person. Each read is audited.',
      schema: ClassificationsBody,
      example: { success: true, classifications: [PENDING_CLASSIFICATION], count: 1 },
    },
  },
  {
    id: 'listHeldOrders',
    method: 'get',
    path: '/api/compliance/held-orders',
    tag,
    summary: 'List orders on hold, longest first',
    description: 'Paid orders that are not allotted until staff have reviewed them. For compliance and finance staff.',
    calls: [ListHeldOrders],
    query: HeldOrdersQuery,
    response: {
      status: 200,
      description: 'A page of orders, without personal data. Each read is audited.',
      schema: HeldOrdersBody,
      example: { success: true, orders: [HELD_ORDER], count: 1 },
    },
  },
  {
    id: 'getClassification',
    method: 'get',
    path: '/api/compliance/investors/{id}/classification',
    tag,
    summary: 'Read the class of an investor',
    calls: [GetClassification],
    params: { id: INVESTOR_ID },
    response: {
      status: 200,
      description: 'The class that applies now, its evidence, and a pending proposal. Each read is audited.',
      schema: ClassificationBody,
      example: { success: true, classification: CLASSIFICATION },
    },
  },
  {
    id: 'proposeClassification',
    method: 'post',
    path: '/api/compliance/classifications',
    tag,
    summary: 'Propose the class of an investor',
    description:
      'Another person has to approve it. A class above retail requires evidence, the investor’s request and an expiry.',
    calls: [ProposeClassification],
    body: { schema: ProposeClassificationBody, example: CLASSIFICATION_PROPOSAL },
    response: {
      status: 200,
      description: 'The proposal.',
      schema: ClassificationProposedBody,
      example: { success: true, pending: PENDING_CLASSIFICATION },
    },
  },
  {
    id: 'decideClassification',
    method: 'post',
    path: '/api/compliance/classifications/{id}/decision',
    tag,
    summary: 'Approve or reject a proposed class',
    calls: [DecideClassification],
    params: { id: APPROVAL_ID },
    body: { schema: DecideClassificationBody, example: { verdict: 'approve', reason: 'Agrees with the evidence' } },
    response: {
      status: 200,
      description: 'The state of the proposal. An approved class applies at once.',
      schema: ClassificationStateBody,
      example: { success: true, state: 'approved' },
    },
  },
  {
    id: 'withdrawClassification',
    method: 'post',
    path: '/api/compliance/classifications/{id}/withdrawal',
    tag,
    summary: 'Withdraw your own proposal of a class',
    calls: [WithdrawClassification],
    params: { id: APPROVAL_ID },
    response: {
      status: 200,
      description: 'The proposal is withdrawn.',
      schema: ClassificationWithdrawnBody,
      example: { success: true, state: 'withdrawn' },
    },
  },
  {
    id: 'listDecisions',
    method: 'get',
    path: '/api/compliance/decisions',
    tag,
    summary: 'Read the decisions of the rules',
    description:
      'Pass `orderId` for one order, or `userId` for every order and denial of an investor. For compliance and finance staff.',
    calls: [ListDecisions],
    query: DecisionsQuery,
    response: {
      status: 200,
      description: 'Each rule with its version, inputs and explanation, newest first. Each read is audited.',
      schema: DecisionsBody,
      example: { success: true, records: [DECISION_RECORD], count: 1 },
    },
  },
]
