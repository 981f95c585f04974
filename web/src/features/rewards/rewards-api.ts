import type { Output } from '@hissa/contracts'
import type {
  GetRewards,
  GetRewardsProgram,
  ListReferrals,
  ReferralView,
  RewardView,
} from '@hissa/contracts/investment'
import { api } from '../../api/api.js'
import { type Page, pageOf, pageParams, paging } from '../../api/paged-table.js'

/** A page of the history, with the totals. */
export type RewardsPage = Omit<Output<typeof GetRewards>, 'cursor'> & Page<RewardView>
/** A page of referrals, with the link. */
type ReferralsPage = Omit<Output<typeof ListReferrals>, 'cursor'> & Page<ReferralView>

/** Endpoints of the rewards program. */
const rewardsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRewardsProgram: build.query<Output<typeof GetRewardsProgram>, void>({
      query: () => ({ url: '/rewards/program' }),
    }),
    getRewards: build.infiniteQuery<RewardsPage, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/rewards', params: pageParams(pageParam) }),
      transformResponse: ({ cursor, ...body }: Output<typeof GetRewards>) => ({
        ...body,
        ...pageOf(body.rewards, cursor),
      }),
      // Points follow the orders.
      providesTags: ['Order'],
    }),
    getReferrals: build.infiniteQuery<ReferralsPage, void, string | null>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => ({ url: '/rewards/referrals', params: pageParams(pageParam) }),
      transformResponse: ({ cursor, ...body }: Output<typeof ListReferrals>) => ({
        ...body,
        ...pageOf(body.referrals, cursor),
      }),
    }),
  }),
})

export const { useGetReferralsInfiniteQuery, useGetRewardsInfiniteQuery, useGetRewardsProgramQuery } = rewardsApi
