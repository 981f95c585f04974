export {
  evaluate,
  outstanding,
  RULE_PACKS,
  type AcceptedDisclosure,
  type OrderFacts,
  type RuleDecision,
  type RulePack,
} from './rules.js'
