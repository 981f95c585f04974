import type { Output } from '@hissa/contracts'
import type { GetPropertyIncome, ListIncome } from '@hissa/contracts/investment'
import { api, DETAIL_TIMEOUT_MS } from './api.js'

export type Income = Pick<Output<typeof ListIncome>, 'income' | 'totals' | 'next'>
export type PropertyIncome = Output<typeof GetPropertyIncome>

/** The largest page of the API, and the most pages that are read: more than any investor's. */
const PAGE = 100
const MOST_PAGES = 50

/** Endpoints of rent and distributions: a property's, which is public, and the user's own. */
const incomeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPropertyIncome: build.query<PropertyIncome, string>({
      query: (id) => ({ url: `/properties/${encodeURIComponent(id)}/income`, timeoutMs: DETAIL_TIMEOUT_MS }),
      providesTags: ['Property'],
    }),
    /** Every distribution of the user with totals and estimates: what is filtered, drawn and exported is all of it. */
    getIncome: build.query<Income, void>({
      queryFn: async (_nothing, _api, _options, read) => {
        const rows: Income['income'] = []
        let cursor: string | undefined
        for (let pages = 0; ; pages++) {
          const { data, error } = await read({ url: '/income', params: { limit: PAGE, ...(cursor && { cursor }) } })
          if (error) return { error }
          const page = data as Output<typeof ListIncome>
          rows.push(...page.income)
          cursor = page.cursor
          if (!cursor || pages === MOST_PAGES) return { data: { income: rows, totals: page.totals, next: page.next } }
        }
      },
      providesTags: ['Dashboard'],
    }),
  }),
})

export const { getPropertyIncome } = incomeApi.endpoints
export const { useGetPropertyIncomeQuery, useGetIncomeQuery } = incomeApi
