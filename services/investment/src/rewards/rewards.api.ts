export { ReadRewards } from './read-rewards.js'
export { REWARD_MEMBERS, type RewardMember } from './reward-member.store.js'
