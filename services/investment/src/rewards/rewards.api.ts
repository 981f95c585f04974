export { REWARD_MEMBERS, type RewardMember } from './reward-member.store.js'
