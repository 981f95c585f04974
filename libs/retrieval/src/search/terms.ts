import { analyse, type Token } from '../text/analyse.js'
import { type Passage } from './passage.js'

// Weights of BM25F, each chosen once on answers to banking questions and then rounded.
/** Weight of a word in a field, relative to the text. */
const FIELD = { title: 1.5, section: 3, questions: 3, text: 1 }
/** A word at the start of a text counts 1 + LEAD, falling by 1/e every LEAD_WORDS words: answers begin with the point. */
const LEAD = 3
const LEAD_WORDS = 7

/** Frequencies are multiples of 1/1024, so that sums of them don't depend on their order. */
const exact = (value: number) => Math.round(value * 1024) / 1024

/** The key of two words in sequence. */
export const adjacent = (first: string, second: string): string => `${first} ${second}`
/** The key of two words in sequence when stop words are left out. */
export const adjacentTopics = (first: string, second: string): string => `${first}  ${second}`

/** A passage as the index stores it: weighted frequencies of its words and pairs of words, and its length. */
export interface AnalysedPassage {
  readonly passage: Passage
  readonly frequencies: ReadonlyMap<string, number>
  readonly length: number
  readonly questions: readonly (readonly Token[])[]
  /** Its words as they are written, once each. */
  readonly words: ReadonlySet<string>
  readonly answers: { readonly polar: boolean; readonly quantity: boolean }
}

/** Analyses a passage for the index. */
export function analysePassage(passage: Passage): AnalysedPassage {
  const frequencies = new Map<string, number>()
  const questions = passage.questions.map(analyse)
  const text = analyse(passage.text)
  const headings = [analyse(passage.title), analyse(passage.section)] as const
  let length = count(frequencies, text, (place) => exact(FIELD.text * (1 + LEAD * Math.exp(-place / LEAD_WORDS))))
  length += count(frequencies, headings[0], () => FIELD.title)
  length += count(frequencies, headings[1], () => FIELD.section)
  // The same word in many questions counts once: the number of questions must not lift a passage.
  const asked = new Map<string, number>()
  for (const question of questions) count(asked, question, () => FIELD.questions)
  for (const [key, value] of asked) add(frequencies, key, Math.min(value, FIELD.questions))
  const answers = {
    polar: /^(?:yes|no|not|نعم|لا|كلا)$/.test(text[0]?.word ?? ''),
    quantity: /\d|٪|%/.test(passage.text),
  }
  const words = new Set([...headings, ...questions, text].flatMap((tokens) => tokens.map(({ word }) => word)))
  return { passage, frequencies, length: Math.round(length), questions, words, answers }
}

/** Returns a text's words and pairs of words, in order and with repetitions. */
export function keysOf(tokens: readonly Token[]): string[] {
  return [...tokens.map(({ stem }) => stem), ...pairsOf(tokens).map(({ key }) => key)]
}

function pairsOf(tokens: readonly Token[]): { key: string; place: number }[] {
  const pairs = tokens.slice(1).map(({ stem }, place) => ({ key: adjacent(tokens[place]!.stem, stem), place }))
  const topics = tokens.flatMap(({ stem, stop }, place) => (stop ? [] : [{ stem, place }]))
  const ofTopics = topics.slice(1).map(({ stem }, at) => {
    const { stem: first, place } = topics[at]!
    return { key: adjacentTopics(first, stem), place }
  })
  return [...pairs, ...ofTopics]
}

/** Adds a field's words and pairs to the frequencies. Returns the weight of its words. */
function count(
  frequencies: Map<string, number>,
  tokens: readonly Token[],
  weightAt: (place: number) => number,
): number {
  let length = 0
  tokens.forEach(({ stem }, place) => {
    add(frequencies, stem, weightAt(place))
    length += weightAt(place)
  })
  for (const { key, place } of pairsOf(tokens)) add(frequencies, key, weightAt(place))
  return length
}

function add(frequencies: Map<string, number>, key: string, value: number): void {
  frequencies.set(key, (frequencies.get(key) ?? 0) + value)
}
