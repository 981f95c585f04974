import type { Input, Output } from '@hissa/contracts'
import type {
  DecidePaymentFile,
  DecideBankStatement,
  ListPayouts,
  ProposePaymentFile,
  ProposeBankStatement,
} from '@hissa/contracts/investment'
import { api } from '../../../api/api.js'
import { isApiError, isConnectionLost } from '../../../api/problem.js'
import type { MessageId } from '../../../i18n/i18n.js'
import { refusalText } from '../finance.js'

export type Payouts = Output<typeof ListPayouts>
export type PayoutsView = 'open' | 'all'

const TIMEOUT_MS = 120_000

/** Endpoints of withdrawals and payment files. The server audits every read. */
const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayouts: build.query<Payouts, { cursor?: string; limit?: number; view: PayoutsView }>({
      query: (params) => ({ url: '/finance/payouts', params: { limit: 50, ...params } }),
      providesTags: ['Finance'],
    }),
    proposePaymentFile: build.mutation<Output<typeof ProposePaymentFile>, Input<typeof ProposePaymentFile>>({
      query: (body) => ({ url: '/finance/payment-files', method: 'POST', body }),
      invalidatesTags: ['Finance'],
    }),
    decidePaymentFile: build.mutation<Output<typeof DecidePaymentFile>, Input<typeof DecidePaymentFile>>({
      query: ({ approvalId, ...body }) => ({
        url: `/finance/payment-files/${encodeURIComponent(approvalId)}/decision`,
        method: 'POST',
        body,
      }),
      // Refetched also after an error, because another person may have decided.
      invalidatesTags: ['Finance'],
    }),
    withdrawPaymentFile: build.mutation<unknown, string>({
      query: (approvalId) => ({
        url: `/finance/payment-files/${encodeURIComponent(approvalId)}/withdrawal`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: ['Finance'],
    }),
    proposeBankStatement: build.mutation<Output<typeof ProposeBankStatement>, File>({
      query: (file) => {
        const body = new FormData()
        body.append('file', file)
        return { url: '/finance/bank-statements', method: 'POST', body, timeoutMs: TIMEOUT_MS }
      },
      invalidatesTags: ['Finance'],
    }),
    decideBankStatement: build.mutation<Output<typeof DecideBankStatement>, Input<typeof DecideBankStatement>>({
      query: ({ approvalId, ...body }) => ({
        url: `/finance/bank-statements/${encodeURIComponent(approvalId)}/decision`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Finance'],
    }),
    withdrawBankStatement: build.mutation<unknown, string>({
      query: (approvalId) => ({
        url: `/finance/bank-statements/${encodeURIComponent(approvalId)}/withdrawal`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: ['Finance'],
    }),
  }),
})

export const { endpoints } = payoutsApi
export const {
  useDecidePaymentFileMutation,
  useDecideBankStatementMutation,
  useListPayoutsQuery,
  useProposePaymentFileMutation,
  useProposeBankStatementMutation,
  useWithdrawPaymentFileMutation,
  useWithdrawBankStatementMutation,
} = payoutsApi

const FAULTS: Readonly<Record<string, MessageId>> = {
  account: 'payouts.refused.account',
  format: 'payouts.refused.format',
  size: 'payouts.refused.size',
  xml: 'payouts.refused.format',
}

/** Returns the message of a refused call about payouts. */
export function payoutsRefusal(error: unknown): MessageId {
  if (isConnectionLost(error) || !isApiError(error)) return refusalText(error)
  if (error.code === 'STATEMENT_INVALID') return FAULTS[String(error.problem['why'])] ?? 'payouts.refused.format'
  if (error.code === 'UPLOAD_TOO_LARGE') return 'payouts.refused.size'
  if (error.code === 'NO_PAYOUTS') return 'payouts.refused.none'
  if (error.code === 'PAYOUTS_NOT_CONFIGURED') return 'payouts.refused.notConfigured'
  return refusalText(error)
}
