import type { Output } from '@hissa/contracts'
import type { ListStatements } from '@hissa/contracts/investment'
import { api } from '../../../api/api.js'

export type Statements = Output<typeof ListStatements>

/** The endpoint of the periods that the user's statements can cover. */
const statementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatements: build.query<Statements, void>({
      query: () => ({ url: '/statements' }),
      providesTags: ['Order', 'Cash'],
    }),
  }),
})

export const { useGetStatementsQuery } = statementsApi
