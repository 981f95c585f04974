import { parse } from '@messageformat/parser'
import type { Message } from './format-message.js'

type Token = ReturnType<typeof parse>[number] | { type: 'octothorpe' }
type Select = Extract<Token, { cases: unknown }>
export type PluralCategory = NonNullable<NonNullable<Parameters<typeof parse>[1]>['cardinal']>[number]

/** A plural of a message: the name of its value and its forms, exact numbers as `=2`. */
export interface Plural {
  readonly name: string
  readonly forms: readonly string[]
}

/** A compiled message, with the values and plurals that it contains. */
export interface Compiled {
  readonly message: Message
  /** Names of the values, each once, in order. */
  readonly values: readonly string[]
  readonly plurals: readonly Plural[]
}

/**
 * Compiles an ICU message. Supports values and plurals without an offset, which is what `formatMessage` formats. Throws
 * an Error for anything else and for text that isn't ICU. `categories` are the plural categories of the language.
 */
export function compileMessage(text: string, categories?: readonly PluralCategory[]): Compiled {
  const values = new Set<string>()
  const plurals: Plural[] = []
  const partsOf = (tokens: readonly Token[], inPlural: boolean): Message => {
    if (tokens.length === 0) return ''
    const parts = tokens.map((token) => partOf(token, inPlural))
    return parts.length === 1 && typeof parts[0] === 'string' && parts[0] !== '#' ? parts[0] : parts
  }
  const partOf = (token: Token, inPlural: boolean): Exclude<Message, string>[number] => {
    if (token.type === 'octothorpe') return '#'
    if (token.type === 'content') return contentOf(token.value, inPlural)
    values.add(token.arg)
    if (token.type === 'argument') return [token.arg]
    if (token.type !== 'plural' || token.pluralOffset) throw new Error(`{${token.arg}} is neither a value nor a plural`)
    plurals.push({ name: token.arg, forms: token.cases.map(({ key }) => key) })
    return [token.arg, 'plural', formsOf(token, (tokens) => partsOf(tokens, true))]
  }
  const message = partsOf(parse(text, categories && { cardinal: [...categories] }), false)
  return { message, values: [...values], plurals }
}

function contentOf(value: string, inPlural: boolean): string {
  if (inPlural && value === '#') throw new Error('a # on its own cannot be escaped in a plural')
  return value
}

function formsOf(token: Select, compile: (tokens: readonly Token[]) => Message): Record<string, Message> {
  const forms = token.cases.map(({ key, tokens }) => [key.replace(/^=/, ''), compile(tokens)] as const)
  if (!forms.some(([key]) => key === 'other')) throw new Error(`{${token.arg}} has no form "other"`)
  return Object.fromEntries(forms)
}
