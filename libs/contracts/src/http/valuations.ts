import {
  DecideValuation,
  DecideValuationBody,
  GetPropertyValuations,
  GetValueOverTime,
  ListValuations,
  PropertyValuationsBody,
  ProposeValuation,
  ProposeValuationBody,
  ValuationBody,
  ValuationsBody,
  ValuationsQuery,
  ValuationStateBody,
  ValuationWithdrawnBody,
  ValueOverTimeBody,
  WithdrawValuation,
} from '../investment/index.js'
import { INCOME_DOCUMENT } from './examples/income.js'
import { PROPERTY_REF } from './examples/investing.js'
import { APPROVAL_ID, PROPERTY_ID } from './examples/property.js'
import { PROPOSED_VALUATION, VALUATION, VALUATION_FACTS } from './examples/valuations.js'
import type { Operation } from './operation.js'

const documentSha256 = INCOME_DOCUMENT.sha256

export const valuations: readonly Operation[] = [
  {
    id: 'getPropertyValuations',
    method: 'get',
    path: '/api/properties/{id}/valuations',
    tag: 'properties',
    summary: 'Read the valuations of a property',
    description:
      'Approved valuations, newest first, at most 40. A unit is worth the value divided by all units of the company. ' +
      'Between two valuations there is no figure. A response can be up to 30 seconds old.',
    calls: [GetPropertyValuations],
    params: { id: PROPERTY_ID },
    response: {
      status: 200,
      description: 'The valuations.',
      schema: PropertyValuationsBody,
      example: {
        ...{ success: true, property: PROPERTY_REF, unitsIssued: 15_000, asOf: '2027-04-03T08:00:00.000Z' },
        valuations: [{ ...VALUATION_FACTS, documentSha256, approvedAt: VALUATION.decidedAt }],
      },
    },
  },
  {
    id: 'getValueOverTime',
    method: 'get',
    path: '/api/value-over-time',
    tag: 'investing',
    summary: 'Read what your holdings were worth over time',
    description:
      'Steps from your first contribution on, oldest first, and what happened. Each holding counts at its latest ' +
      'valuation up to that day, and without one at cost. Nothing is interpolated. `returns` are those of a year from a ' +
      'year on, and those of the whole period before.',
    calls: [GetValueOverTime],
    response: {
      status: 200,
      description: 'The steps and events.',
      schema: ValueOverTimeBody,
      example: {
        ...{ success: true, asOf: '2027-04-03T08:00:00.000Z' },
        steps: [
          { day: '2026-11-21', valueFils: 400_000, contributedFils: 400_000 },
          { day: '2027-03-31', valueFils: 433_333, contributedFils: 400_000 },
        ],
        events: [
          { day: '2026-11-21', kind: 'purchase', property: PROPERTY_REF, amountFils: 400_000 },
          { day: '2027-03-31', kind: 'valuation', property: PROPERTY_REF, amountFils: 433_333 },
        ],
        returns: {
          ...{ from: '2026-11-21', to: '2027-04-03', isAnnual: false },
          ...{ timeWeightedBasisPoints: 833, moneyWeightedBasisPoints: 673 },
        },
      },
    },
  },
  {
    id: 'listValuations',
    method: 'get',
    path: '/api/finance/valuations',
    tag: 'finance',
    summary: 'List valuations, newest first',
    calls: [ListValuations],
    query: ValuationsQuery,
    response: {
      status: 200,
      description: 'A page of valuations. Each read is audited.',
      schema: ValuationsBody,
      example: { success: true, valuations: [VALUATION], count: 1 },
    },
  },
  {
    id: 'proposeValuation',
    method: 'post',
    path: '/api/finance/valuations',
    tag: 'finance',
    summary: 'Propose a valuation of a property',
    description:
      'The report is a PDF that was uploaded as a document of the property (`storeIncomeDocument`). The date is not in ' +
      'the future, and not before that of the latest approved valuation; one of the same date corrects it.',
    calls: [ProposeValuation],
    body: {
      schema: ProposeValuationBody,
      example: { propertyId: PROPERTY_ID, ...VALUATION_FACTS, documentSha256, reason: PROPOSED_VALUATION.reason },
    },
    response: {
      status: 200,
      description: 'The proposal, which another person decides.',
      schema: ValuationBody,
      example: { success: true, valuation: PROPOSED_VALUATION },
    },
  },
  {
    id: 'decideValuation',
    method: 'post',
    path: '/api/finance/valuations/{id}/decision',
    tag: 'finance',
    summary: 'Approve or reject a valuation',
    description: 'An approved one is published at once on the page of the property and in holdings.',
    calls: [DecideValuation],
    params: { id: APPROVAL_ID },
    body: { schema: DecideValuationBody, example: { verdict: 'approve', reason: VALUATION.checkerReason } },
    response: {
      status: 200,
      description: 'The state after the decision.',
      schema: ValuationStateBody,
      example: { success: true, state: 'approved' },
    },
  },
  {
    id: 'withdrawValuation',
    method: 'post',
    path: '/api/finance/valuations/{id}/withdrawal',
    tag: 'finance',
    summary: 'Withdraw your proposal of a valuation',
    calls: [WithdrawValuation],
    params: { id: APPROVAL_ID },
    response: {
      status: 200,
      description: 'The state after the withdrawal.',
      schema: ValuationWithdrawnBody,
      example: { success: true, state: 'withdrawn' },
    },
  },
]
