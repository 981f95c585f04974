import {
  ACCOUNT,
  ADVICE,
  GENERAL,
  INTENTS,
  PROPERTY,
  THIS_PROPERTY,
  type Intent,
  type PropertyFact,
} from './phrases.js'
import { plain } from '../language/words.js'

/** What answers a question: nothing (advice), a tool, or the articles. */
export type Route =
  { to: 'declined' } | { to: 'account'; intent: Intent } | { to: 'property'; fact: PropertyFact } | { to: 'articles' }

/** Chooses by rules alone, so that the same question always gets the same route. */
export function routeOf(question: string, { hasProperty }: { hasProperty: boolean }): Route {
  const text = plain(question)
  if (matches(ADVICE, text)) return { to: 'declined' }
  const isGeneral = matches(GENERAL, text)
  const intent = INTENTS.find((each) => matches(ACCOUNT[each], text))
  if (intent && (!isGeneral || ALWAYS_OWN.has(intent) || OWN.test(text))) return { to: 'account', intent }
  if (hasProperty && THIS_PROPERTY.test(text)) {
    const fact = (Object.keys(PROPERTY) as PropertyFact[]).find((each) => matches(PROPERTY[each], text))
    if (fact) return { to: 'property', fact }
  }
  return { to: 'articles' }
}

/** Intents whose phrases speak of the person's own account, however the question begins. */
const ALWAYS_OWN: ReadonlySet<Intent> = new Set(['annual_limit', 'cooling_off', 'kyc', 'statements'])
/** What makes a general beginning a question about the person's own account. */
const OWN =
  /^(what (is|are) (the )?(status|state) of my|what (is|are) my|where is my|how many .* do i|how much .* (have|did) i|what happens to my order hs|can i still)/

const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text))
