import { type Answer, type Input, ok } from '@hissa/contracts'
import type {
  GetRewards,
  GetRewardsProgram,
  ListReferrals,
  ReferralState,
  RewardsProgramView,
  RewardsTier,
  RewardView,
} from '@hissa/contracts/investment'
import { defineCursor, instant, pageOf } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { accounts } from '../accounts.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { programOf, type RewardsProgram, tierOf } from './program.js'
import { RewardMembers } from './reward-members.js'
import { type RewardMember, RewardMemberStore } from './reward-member.store.js'
import { type RewardRow, RewardStore } from './reward.store.js'

const PLACE = z.tuple([instant, z.string()])
const REWARDS_CURSOR = defineCursor('rewards', PLACE)
const REFERRALS_CURSOR = defineCursor('referrals', PLACE)

/** Reads a member's points, tier and referrals. */
@Injectable()
export class ReadRewards {
  private readonly program: RewardsProgram

  constructor(
    private readonly ledger: Committer,
    private readonly rewards: RewardStore,
    private readonly members: RewardMemberStore,
    private readonly joining: RewardMembers,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
  ) {
    this.program = programOf(config)
  }

  async readProgram(): Promise<Answer<typeof GetRewardsProgram>> {
    return ok(programView(this.program))
  }

  /** Returns the tier of a member's points. */
  async tierOf(userId: string): Promise<RewardsTier> {
    const { creditsPosted, debitsPosted } = await this.ledger.balance(accounts.pointsOf(userId))
    return tierOf(this.program, creditsPosted - debitsPosted).tier
  }

  async run(userId: string, { limit, cursor }: Input<typeof GetRewards>): Promise<Answer<typeof GetRewards>> {
    const after = REWARDS_CURSOR.decode(cursor)
    if (!after.ok) return after
    const [balance, rows, first] = await Promise.all([
      this.ledger.balance(accounts.pointsOf(userId)),
      this.rewards.of(userId, limit + 1, after.value),
      this.rewards.firstToExpire(userId),
    ])
    const points = balance.creditsPosted - balance.debitsPosted
    const { tier, next: nextTier } = tierOf(this.program, points)
    const { page, next } = pageOf(rows, limit, ({ at, _id }) => REWARDS_CURSOR.encode([at, _id]))
    return ok({
      ...{ points, pendingPoints: balance.creditsPending, tier },
      ...(first?.expiresAt ? { expiringNext: { points: first.points, at: first.expiresAt.toISOString() } } : {}),
      ...(nextTier ? { nextTier } : {}),
      program: programView(this.program),
      rewards: page.map(rewardView),
      count: page.length,
      ...next,
    })
  }

  async referrals(
    userId: string,
    { limit, cursor }: Input<typeof ListReferrals>,
  ): Promise<Answer<typeof ListReferrals>> {
    const after = REFERRALS_CURSOR.decode(cursor)
    if (!after.ok) return after
    const code = await this.joining.join(userId)
    const rows = await this.members.referredBy(userId, limit + 1, after.value)
    const { page, next } = pageOf(rows, limit, ({ referral }) => REFERRALS_CURSOR.encode([referral!.at, referral!.id]))
    const sources = page.map(({ _id }) => _id)
    const rewards = await this.rewards.referralsOf(userId, sources)
    const of = ({ _id }: RewardMember) => rewards.filter(({ source }) => source === _id)
    return ok({
      ...{ code, link: `${this.config.PUBLIC_URL.replace(/\/+$/, '')}/registration?ref=${code}` },
      referrals: page.map((member) => ({
        referralId: member.referral!.id,
        state: referralState(member, of(member)),
        joinedAt: member.referral!.at.toISOString(),
      })),
      count: page.length,
      ...next,
    })
  }
}

const programView = ({ firstInvestment, referral, anniversary, expiryMonths, tiers }: RewardsProgram) =>
  ({
    ...{ firstInvestmentPoints: firstInvestment, referralPoints: referral, anniversaryPoints: anniversary },
    ...{ expiryMonths, tiers: [...tiers] },
  }) satisfies RewardsProgramView

const rewardView = ({ _id: rewardId, kind, state, points, at, earnedAt, expiresAt }: RewardRow): RewardView => ({
  ...{ rewardId, kind, state, points, at: at.toISOString() },
  ...(earnedAt ? { earnedAt: earnedAt.toISOString() } : {}),
  ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
})

function referralState({ referral }: RewardMember, rewards: readonly RewardRow[]): ReferralState {
  const has = (...states: RewardRow['state'][]) => rewards.some(({ state }) => states.includes(state))
  if (referral?.refused) return 'refused'
  if (has('earned', 'expired')) return 'rewarded'
  if (has('pending')) return 'pending'
  return has('taken_back') ? 'reversed' : 'joined'
}
