import type { Input, Locale, Output } from '@hissa/contracts'
import type {
  AddBankAccount,
  BankAccountView,
  CashMovement,
  GetCash,
  ListBankAccounts,
  WithdrawalView,
} from '@hissa/contracts/investment'
import { api } from '../../api/api.js'
import { type Page, pageOf, pageParams, paging } from '../../api/paged-table.js'

/** A page of movements, with the totals. */
export type CashPage = Omit<Output<typeof GetCash>, 'cursor'> & Page<CashMovement>
type BankAccounts = Output<typeof ListBankAccounts>

const withCash = api.enhanceEndpoints({ addTagTypes: ['BankAccount'] })
const accountPath = (id: string, act: string) => `/cash/bank-accounts/${encodeURIComponent(id)}/${act}`

/** Endpoints of the user's cash, bank accounts and withdrawals. */
const cashApi = withCash.injectEndpoints({
  endpoints: (build) => ({
    getCash: build.infiniteQuery<CashPage, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/cash', params: pageParams(pageParam) }),
      transformResponse: ({ cursor, ...body }: Output<typeof GetCash>) => ({
        ...body,
        ...pageOf(body.movements, cursor),
      }),
      providesTags: ['Cash'],
    }),
    getBankAccounts: build.query<BankAccounts, void>({
      query: () => ({ url: '/cash/bank-accounts' }),
      providesTags: ['BankAccount'],
    }),
    addBankAccount: build.mutation<{ bankAccount: BankAccountView }, Input<typeof AddBankAccount>>({
      query: (body) => ({ url: '/cash/bank-accounts', method: 'POST', body }),
      invalidatesTags: ['BankAccount'],
    }),
    sendBankAccountCode: build.mutation<{ bankAccount: BankAccountView }, { id: string; locale: Locale }>({
      query: ({ id, locale }) => ({ url: accountPath(id, 'code'), method: 'POST', body: { locale } }),
    }),
    confirmBankAccount: build.mutation<{ bankAccount: BankAccountView }, { id: string; code: string }>({
      query: ({ id, code }) => ({ url: accountPath(id, 'confirmation'), method: 'POST', body: { code } }),
      invalidatesTags: ['BankAccount'],
    }),
    removeBankAccount: build.mutation<BankAccounts, string>({
      query: (id) => ({ url: accountPath(id, 'removal'), method: 'POST' }),
      invalidatesTags: ['BankAccount'],
    }),
    requestWithdrawal: build.mutation<
      { withdrawal: WithdrawalView },
      { bankAccountId: string; amount: number; idempotencyKey: string }
    >({
      query: ({ idempotencyKey, ...body }) => ({ url: '/cash/withdrawals', method: 'POST', body, idempotencyKey }),
      invalidatesTags: ['Cash'],
    }),
    cancelWithdrawal: build.mutation<{ withdrawal: WithdrawalView }, string>({
      query: (id) => ({ url: `/cash/withdrawals/${encodeURIComponent(id)}/cancellation`, method: 'POST' }),
      // Refetched also after an error, because it may have been sent by then.
      invalidatesTags: ['Cash'],
    }),
  }),
})

export const {
  useAddBankAccountMutation,
  useCancelWithdrawalMutation,
  useConfirmBankAccountMutation,
  useGetBankAccountsQuery,
  useGetCashInfiniteQuery,
  useRemoveBankAccountMutation,
  useRequestWithdrawalMutation,
  useSendBankAccountCodeMutation,
} = cashApi
