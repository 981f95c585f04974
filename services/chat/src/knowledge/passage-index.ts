import { Answerability, type Calibration, type LabelledQuestion } from '@hissa/retrieval'
import type { Passage } from './passages.js'
import type { Language } from '../language/languages.js'

/** A passage and how well it matches a question: 0 to 1. */
export interface Hit {
  passage: Passage
  score: number
}

/** The passages that match a question, best first, and whether the best ones answer it. */
export interface Found {
  hits: Hit[]
  isAnswerable: boolean
}

/** Finds the passages of a language that match a question. */
export interface PassageIndex {
  readonly size: number
  search(question: string, language: Language, limit: number): Found
}

/**
 * Builds an index of passages, which are also found by the labelled questions of their articles. A score is the mean of
 * four shares: of the best possible match, of the question's topics that the passage has, of a question of the article
 * that is alike, and of the words that any article has. Passages of one article that match equally well are in the
 * article's order.
 */
export function indexPassages(
  passages: readonly Passage[],
  labelled: readonly LabelledQuestion[],
  calibration: Calibration,
): PassageIndex {
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const index = Answerability.learn(passages, labelled)
  return {
    size: index.size,
    search(question, language, limit) {
      const { hits, words, knownWords, isAnswerable } = index.search(question, calibration, { language, limit })
      const known = words === 0 ? 0 : knownWords / words
      const scored = hits
        .map(({ passage: { id }, share, coverage, likeness }) => ({
          passage: byId.get(id)!,
          score: (share + coverage + likeness + known) / 4,
        }))
        .sort((a, b) => b.score - a.score || orderOf(a.passage, b.passage))
      return { hits: scored, isAnswerable }
    },
  }
}

const orderOf = (a: Passage, b: Passage) =>
  a.articleId === b.articleId ? a.position - b.position : a.articleId < b.articleId ? -1 : 1
