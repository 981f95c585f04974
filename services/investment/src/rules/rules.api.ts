export { DenialStore } from './denial.store.js'
export {
  evaluate,
  outstanding,
  type AcceptedDisclosure,
  type OrderFacts,
  type RuleDecision,
  type RulePack,
} from './rules.js'
