export const REWARDS_PROGRAM = {
  ...{ firstInvestmentPoints: 500, referralPoints: 500, anniversaryPoints: 100, expiryMonths: 24 },
  tiers: [
    { tier: 'member', fromPoints: 0 },
    { tier: 'silver', fromPoints: 1_000 },
    { tier: 'gold', fromPoints: 5_000 },
  ],
}
export const REWARDS = {
  ...{ points: 500, pendingPoints: 500, tier: 'member' },
  expiringNext: { points: 500, at: '2028-11-22T09:00:00.000Z' },
  nextTier: { tier: 'silver', missingPoints: 500 },
  program: REWARDS_PROGRAM,
  rewards: [
    {
      ...{ rewardId: 'referral:c0ffee00c0ffee00c0ffee00c0ffee00', kind: 'referral', state: 'pending', points: 500 },
      at: '2026-11-24T09:00:00.000Z',
    },
    {
      ...{ rewardId: 'first_investment:0191b7aa-6a1b-7c2d-8e3f-4a5b6c7d8e9f', kind: 'first_investment' },
      ...{ state: 'earned', points: 500, at: '2026-11-20T09:00:00.000Z', earnedAt: '2026-11-22T09:00:00.000Z' },
      expiresAt: '2028-11-22T09:00:00.000Z',
    },
  ],
  count: 2,
}
export const REFERRALS = {
  ...{ code: '7KXW2MPQ9R', link: 'https://hissa.example/registration?ref=7KXW2MPQ9R' },
  referrals: [
    { referralId: 'c0ffee00c0ffee00c0ffee00c0ffee00', state: 'pending', joinedAt: '2026-11-21T09:00:00.000Z' },
  ],
  count: 1,
}
