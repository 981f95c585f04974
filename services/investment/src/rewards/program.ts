import type { RewardsTier } from '@hissa/contracts/investment'
import type { InvestmentConfig } from '../config.js'

/** How points are earned, and when they expire. All values are whole points, except the months. */
export interface RewardsProgram {
  /** For an investor's first registered investment. */
  firstInvestment: number
  /** For each side of a referral. */
  referral: number
  /** For each anniversary of the first registered investment. */
  anniversary: number
  expiryMonths: number
  /** Points from which each tier applies, in ascending order, the first at 0. */
  tiers: readonly { tier: RewardsTier; fromPoints: number }[]
}

/** Returns the program that is configured. */
export const programOf = (config: InvestmentConfig): RewardsProgram => ({
  firstInvestment: config.REWARDS_FIRST_INVESTMENT_POINTS,
  referral: config.REWARDS_REFERRAL_POINTS,
  anniversary: config.REWARDS_ANNIVERSARY_POINTS,
  expiryMonths: config.REWARDS_EXPIRY_MONTHS,
  tiers: [
    { tier: 'member', fromPoints: 0 },
    { tier: 'silver', fromPoints: config.REWARDS_SILVER_POINTS },
    { tier: 'gold', fromPoints: config.REWARDS_GOLD_POINTS },
  ],
})

/** Returns the highest tier that a balance reaches, and the next one with the points it lacks. Pure. */
export function tierOf({ tiers }: Pick<RewardsProgram, 'tiers'>, points: number) {
  const reached = tiers.filter(({ fromPoints }) => fromPoints <= points).at(-1) ?? tiers[0]!
  const next = tiers.find(({ fromPoints }) => fromPoints > points)
  return {
    tier: reached.tier,
    ...(next ? { next: { tier: next.tier, missingPoints: next.fromPoints - points } } : {}),
  }
}
