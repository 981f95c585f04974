import { type Language } from '../text/normalise.js'

/** The unit of the index: a section of an article in one language, with questions that it answers. */
export interface Passage {
  readonly id: string
  readonly articleId: string
  readonly language: Language
  readonly title: string
  readonly section: string
  readonly text: string
  readonly questions: readonly string[]
}

/** A passage that matches a query. */
export interface Hit {
  readonly passage: Passage
  readonly score: number
  /** The score divided by the best score that any passage could have for this query, 0 to 1. */
  readonly share: number
  /** Share of the weight of the query's topics that the passage contains, 0 to 1; unknown words are topics too. */
  readonly coverage: number
  /** Similarity of the query with the nearest of the passage's questions, 0 to 1. */
  readonly likeness: number
  /** Words of the query that the passage contains. */
  readonly terms: readonly string[]
}

/** The hits of a query, best first, and what is known of the query. */
export interface SearchResult {
  readonly language: Language
  readonly hits: readonly Hit[]
  /** Words of the query that aren't stop words. */
  readonly words: number
  /** How many of them the index knows; a corrected word counts in part. */
  readonly knownWords: number
  /** Misspelt words with the word that was searched in their place. */
  readonly corrections: ReadonlyMap<string, string>
}
