import { readTexts } from '@hissa/texts/server'
import type questions from './en/appropriateness.json'
import type rules from './en/rules.json'

/** Returns the texts for an investor whose order a rule denies, in one language. */
export const ruleTexts = readTexts<typeof rules>(new URL('.', import.meta.url), 'rules')

/** Returns the questions about the risks, their options and explanations, in one language. */
export const questionTexts = readTexts<typeof questions>(new URL('.', import.meta.url), 'appropriateness')
