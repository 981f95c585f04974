export { DenialStore } from './denial.store.js'
export { LARGE_ALLOWANCE_MS, LEAST_HOLD_MS, OPEN_ORDERS, UNPAID_PER_DAY } from './reservation-rules.js'
export {
  evaluate,
  isEligible,
  outstanding,
  type AcceptedDisclosure,
  type OrderFacts,
  type RuleDecision,
  type RulePack,
} from './rules.js'
