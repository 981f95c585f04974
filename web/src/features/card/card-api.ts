import type { Output } from '@hissa/contracts'
import type {
  CheckInvestorCard,
  GetInvestorCard,
  InvestorCardView,
  ShowInvestorCard,
} from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

/** What changes a card. */
export type CardChange = 'freeze' | 'unfreeze' | 'reissue'

const withCard = api.enhanceEndpoints({ addTagTypes: ['InvestorCard'] })

/** Endpoints of the user's digital card, and of the check of anyone's. */
const cardApi = withCard.injectEndpoints({
  endpoints: (build) => ({
    getInvestorCard: build.query<InvestorCardView, void>({
      query: () => ({ url: '/investor-card' }),
      transformResponse: ({ card }: Output<typeof GetInvestorCard>) => card,
      providesTags: ['InvestorCard'],
    }),
    showInvestorCard: build.mutation<Output<typeof ShowInvestorCard>, number>({
      query: (issue) => ({ url: '/investor-card/number', method: 'POST', body: { issue } }),
      // Another device may have replaced the card.
      invalidatesTags: (_, error) => (error ? ['InvestorCard'] : []),
    }),
    changeInvestorCard: build.mutation<InvestorCardView, { change: CardChange; issue: number }>({
      query: ({ change, issue }) => ({ url: `/investor-card/${change}`, method: 'POST', body: { issue } }),
      transformResponse: ({ card }: Output<typeof GetInvestorCard>) => card,
      // Also after an error, because another device may have replaced the card.
      invalidatesTags: ['InvestorCard'],
    }),
    // The answer is of the moment of the check, so none is kept.
    checkInvestorCard: build.query<Output<typeof CheckInvestorCard>, string>({
      query: (number) => ({ url: '/investor-card/check', method: 'POST', body: { number } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useGetInvestorCardQuery,
  useShowInvestorCardMutation,
  useChangeInvestorCardMutation,
  useCheckInvestorCardQuery,
} = cardApi
