import type { Rule } from 'eslint'

export const brandedMoney: Rule.RuleModule
