import type {
  GetRegisterProof,
  ListRegisters,
  ProvenCashView,
  ProvenEntryView,
  RegisterView,
} from '@hissa/contracts/investment'
import type {
  ChainView,
  ListTokenHolders,
  ListTokens,
  ListTokenTransfers,
  TokenHolderView,
  TokenTransferView,
  TokenView,
} from '@hissa/contracts/tokenisation'
import type { Output } from '@hissa/contracts'
import { api } from '../../api/api.js'
import { pageOf, pageParams, paging, type Page } from '../../api/paged-table.js'

/** The most transfers of one response. A search for a transaction reads pages of this size. */
const SEARCH_PAGE = 100

/** The caller's entries of a register with their proofs, as the verifier reads them from a file. */
export interface OwnProof {
  register: RegisterView
  entries: ProvenEntryView[]
  /** Absent for registers of earlier releases. */
  cash?: ProvenCashView
}

interface TokenPage extends Page<TokenView> {
  chain: ChainView
}

const address = (property: string, list: 'transfers' | 'holders') => `/tokens/${encodeURIComponent(property)}/${list}`

const transfersPage = ({ transfers, cursor }: Output<typeof ListTokenTransfers>) => pageOf(transfers, cursor)

const tokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTokens: build.infiniteQuery<TokenPage, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/tokens', params: pageParams(pageParam) }),
      transformResponse: ({ chain, tokens, cursor }: Output<typeof ListTokens>) => ({
        ...pageOf(tokens, cursor),
        chain,
      }),
      providesTags: ['Token'],
    }),
    listTransfers: build.infiniteQuery<Page<TokenTransferView>, string, string | null>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => ({ url: address(queryArg, 'transfers'), params: pageParams(pageParam) }),
      transformResponse: transfersPage,
      providesTags: ['Token'],
    }),
    searchTransfers: build.infiniteQuery<Page<TokenTransferView>, string, string | null>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => ({
        url: address(queryArg, 'transfers'),
        params: pageParams(pageParam, SEARCH_PAGE),
      }),
      transformResponse: transfersPage,
      providesTags: ['Token'],
    }),
    listTokenHolders: build.infiniteQuery<Page<TokenHolderView>, string, string | null>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => ({ url: address(queryArg, 'holders'), params: pageParams(pageParam) }),
      transformResponse: ({ holders, cursor }: Output<typeof ListTokenHolders>) => pageOf(holders, cursor),
      providesTags: ['Token'],
    }),
    /** The latest published register; null before the first one. */
    getLatestRegister: build.query<RegisterView | null, void>({
      query: () => ({ url: '/register', params: { limit: 1 } }),
      transformResponse: ({ registers }: Output<typeof ListRegisters>) => registers[0] ?? null,
      providesTags: ['Token'],
    }),
    getRegisterProof: build.query<Output<typeof GetRegisterProof>, { sequence: number; cursor?: string | undefined }>({
      query: ({ sequence, cursor }) => ({
        url: `/register/${sequence}/proof`,
        params: { limit: 50, cursor },
      }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useListTokensInfiniteQuery,
  useListTransfersInfiniteQuery,
  useSearchTransfersInfiniteQuery,
  useListTokenHoldersInfiniteQuery,
  useGetLatestRegisterQuery,
  useLazyGetRegisterProofQuery,
} = tokensApi
