import { ListReconciliation, RunReconciliation } from '../investment/index.js'
import { HOLDING_DIFFERENCE, PAYMENT_DIFFERENCE, RECONCILIATION_RUN } from './examples/reconciliation.js'
import { success, type Operation } from './operation.js'

const tag = 'finance'

/** The comparison of the card processor's balance with the ledger. */
export const reconciliation: readonly Operation[] = [
  {
    id: 'listReconciliation',
    method: 'get',
    path: '/api/finance/reconciliation',
    tag,
    summary: 'List reconciliation runs and what differs',
    description: 'A payment that differs blocks its refunds and the withdrawals of its investor until a run agrees.',
    calls: [ListReconciliation],
    response: {
      status: 200,
      description: 'The newest runs and the open differences, without personal data. Each read is audited.',
      schema: success(ListReconciliation.output),
      example: {
        ...{ success: true, runs: [RECONCILIATION_RUN], nextRunAt: '2026-11-28T22:00:00.000Z' },
        ...{ payments: [PAYMENT_DIFFERENCE], holdings: [HOLDING_DIFFERENCE], registers: [] },
      },
    },
  },
  {
    id: 'runReconciliation',
    method: 'post',
    path: '/api/finance/reconciliation/runs',
    tag,
    summary: 'Start a reconciliation run now',
    calls: [RunReconciliation],
    response: {
      status: 200,
      description:
        'The run that is in progress; it is started unless there is one already. For five minutes after a run that staff asked for is complete, that run.',
      schema: success(RunReconciliation.output),
      example: { success: true, run: RECONCILIATION_RUN },
    },
  },
]
