import * as z from 'zod/mini'
import { count, cursor, defineRpc, id, isoDateTime, referralCode } from '../core.js'
import { VALIDATION_FAILED } from '../errors.js'

/** Tiers of the rewards program, lowest first. */
export const RewardsTier = z.enum(['member', 'silver', 'gold'])
export type RewardsTier = z.infer<typeof RewardsTier>

/**
 * Why points are earned: the first registered investment, a referral (`referral` for who referred, `referred` for who
 * was), an anniversary of the first registered investment.
 */
export const RewardKind = z.enum(['first_investment', 'referral', 'referred', 'anniversary'])
export type RewardKind = z.infer<typeof RewardKind>

/**
 * `pending` from the payment until the shares are registered after the cooling-off period; `withdrawn` if that did not
 * happen; `taken_back` if the order was reversed after it.
 */
export const RewardState = z.enum(['pending', 'earned', 'expired', 'withdrawn', 'taken_back'])
export type RewardState = z.infer<typeof RewardState>

/** How points are earned, for everyone. Points are neither money nor shares, and nothing is earned by trading often. */
export const RewardsProgramView = z.object({
  firstInvestmentPoints: count,
  /** For each side. */
  referralPoints: count,
  anniversaryPoints: count,
  expiryMonths: count,
  /** Lowest first. */
  tiers: z.array(z.object({ tier: RewardsTier, fromPoints: count })),
})
export type RewardsProgramView = z.infer<typeof RewardsProgramView>

/** Points and their reason. */
export const RewardView = z.object({
  rewardId: z.string(),
  kind: RewardKind,
  state: RewardState,
  points: count,
  /** When the order was paid, or the points were earned if that was known first. */
  at: isoDateTime,
  earnedAt: z.optional(isoDateTime),
  expiresAt: z.optional(isoDateTime),
})
export type RewardView = z.infer<typeof RewardView>

/** Returns how points are earned and which tiers there are. */
export const GetRewardsProgram = defineRpc({
  name: 'investment.getRewardsProgram',
  access: 'public',
  input: z.object({}),
  output: RewardsProgramView,
  errors: [],
})

const page = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(cursor),
}

/** Returns the caller's points and tier, and a page of the history, newest first. */
export const GetRewards = defineRpc({
  name: 'investment.getRewards',
  access: 'user',
  input: z.object(page),
  output: z.object({
    /** Earned and not expired. They decide the tier. */
    points: count,
    pendingPoints: count,
    /** The points that expire first. */
    expiringNext: z.optional(z.object({ points: count, at: isoDateTime })),
    tier: RewardsTier,
    /** Absent at the highest tier. */
    nextTier: z.optional(z.object({ tier: RewardsTier, missingPoints: count })),
    program: RewardsProgramView,
    rewards: z.array(RewardView),
    count,
    cursor: z.optional(z.string()),
  }),
  errors: [VALIDATION_FAILED],
})

/**
 * `joined`: the address is confirmed. `pending`: a first order is paid. `rewarded`: its shares are registered. `reversed`:
 * that order was reversed. `refused`: it does not count, because the same person seems to have both accounts.
 */
export const ReferralState = z.enum(['joined', 'pending', 'rewarded', 'reversed', 'refused'])
export type ReferralState = z.infer<typeof ReferralState>

/** A referral, without anything about the person. */
export const ReferralView = z.object({ referralId: id, state: ReferralState, joinedAt: isoDateTime })
export type ReferralView = z.infer<typeof ReferralView>

/** Returns the caller's referral code and link, and a page of the accounts that were opened with it, newest first. */
export const ListReferrals = defineRpc({
  name: 'investment.listReferrals',
  access: 'user',
  input: z.object(page),
  output: z.object({
    code: referralCode,
    link: z.string(),
    referrals: z.array(ReferralView),
    count,
    cursor: z.optional(z.string()),
  }),
  errors: [VALIDATION_FAILED],
})
