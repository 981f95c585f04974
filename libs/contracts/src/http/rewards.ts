import { GetRewards, GetRewardsProgram, ListReferrals, PageQuery } from '../investment/index.js'
import { REFERRALS, REWARDS, REWARDS_PROGRAM } from './examples/rewards.js'
import { success, type Operation } from './operation.js'

const tag = 'investing'

export const rewards: readonly Operation[] = [
  {
    id: 'getRewardsProgram',
    method: 'get',
    path: '/api/rewards/program',
    tag,
    summary: 'Read how reward points are earned',
    description: 'Points are not money: they can’t be paid out, sold or transferred.',
    calls: [GetRewardsProgram],
    response: {
      status: 200,
      description: 'The points of each reason, when they expire, and the tiers.',
      schema: success(GetRewardsProgram.output),
      example: { success: true, ...REWARDS_PROGRAM },
    },
  },
  {
    id: 'getRewards',
    method: 'get',
    path: '/api/rewards',
    tag,
    summary: 'Read your reward points and their history',
    calls: [GetRewards],
    query: PageQuery,
    response: {
      status: 200,
      description: 'Points, tier, and a page of the history, newest first.',
      schema: success(GetRewards.output),
      example: { success: true, ...REWARDS },
    },
  },
  {
    id: 'listReferrals',
    method: 'get',
    path: '/api/rewards/referrals',
    tag,
    summary: 'Read your referral link and what became of your referrals',
    description: 'Says nothing about the people who used the link.',
    calls: [ListReferrals],
    query: PageQuery,
    response: {
      status: 200,
      description: 'The link, and a page of referrals, newest first.',
      schema: success(ListReferrals.output),
      example: { success: true, ...REFERRALS },
    },
  },
]
