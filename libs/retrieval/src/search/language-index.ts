import { type Token } from '../text/analyse.js'
import { Vocabulary, type Correction } from '../text/spelling.js'
import { type Hit, type Passage, type SearchResult } from './passage.js'
import { readQuery, type KnownWords, type Query, type QueryTerm } from './query.js'
import { analysePassage, type AnalysedPassage } from './terms.js'

// BM25: how fast repetitions saturate, and how much long passages are discounted.
const K1 = 1.2
const B = 0.75
/** Rare words count more than their inverse document frequency says, because questions are short. */
const RARITY = 1.3
/** Part of the ideal score for an answer of the form that the question asks for, such as yes or no. */
const FORM = 0.15
/** Part of an article's own score that each of its passages has, because sections leave out what their article is about. */
const ARTICLE = 0.3
/** Part of the ideal score for a question of the passage that equals the query. */
const LIKENESS = 0.5
/** Passages whose questions are compared with the query. */
const COMPARED = 50

interface Match {
  readonly entry: AnalysedPassage
  readonly score: number
}

/** The index of one language. */
export class LanguageIndex implements KnownWords {
  private readonly entries = new Map<string, AnalysedPassage>()
  private readonly postings = new Map<string, Map<AnalysedPassage, number>>()
  /** How many passages have each word as it is written, for spelling. */
  private readonly written = new Map<string, number>()
  private readonly vocabulary = new Vocabulary()
  /** The passages of each article, and the sum of their lengths. */
  private readonly articles = new Map<string, { passages: Set<AnalysedPassage>; length: number }>()
  private length = 0

  get size(): number {
    return this.entries.size
  }

  get(id: string): Passage | undefined {
    return this.entries.get(id)?.passage
  }

  idsOfArticle(articleId: string): string[] {
    return [...(this.articles.get(articleId)?.passages ?? [])].map(({ passage }) => passage.id)
  }

  add(passage: Passage): void {
    const entry = analysePassage(passage)
    this.entries.set(passage.id, entry)
    this.length += entry.length
    const article = this.articles.get(passage.articleId) ?? { passages: new Set(), length: 0 }
    article.passages.add(entry)
    article.length += entry.length
    this.articles.set(passage.articleId, article)
    for (const [key, frequency] of entry.frequencies) {
      const posting = this.postings.get(key) ?? new Map<AnalysedPassage, number>()
      posting.set(entry, frequency)
      this.postings.set(key, posting)
    }
    for (const word of entry.words) {
      const times = this.written.get(word) ?? 0
      this.written.set(word, times + 1)
      if (times === 0) this.vocabulary.add(word)
    }
  }

  remove(id: string): boolean {
    const entry = this.entries.get(id)
    if (!entry) return false
    this.entries.delete(id)
    this.length -= entry.length
    const article = this.articles.get(entry.passage.articleId)!
    article.passages.delete(entry)
    article.length -= entry.length
    if (article.passages.size === 0) this.articles.delete(entry.passage.articleId)
    for (const key of entry.frequencies.keys()) {
      const posting = this.postings.get(key)
      posting?.delete(entry)
      if (posting?.size === 0) this.postings.delete(key)
    }
    for (const word of entry.words) {
      const times = this.written.get(word)! - 1
      if (times > 0) this.written.set(word, times)
      else {
        this.written.delete(word)
        this.vocabulary.remove(word)
      }
    }
    return true
  }

  has(key: string): boolean {
    return this.postings.has(key)
  }

  nearest(word: string): Correction | undefined {
    return this.vocabulary.nearest(word, (candidate) => this.written.get(candidate) ?? 0)
  }

  search(text: string, limit: number): Omit<SearchResult, 'language'> {
    const query = readQuery(text, this)
    const { words, knownWords, corrections } = query
    const ideal = this.idealOf(query)
    const topics = this.weightOf(query.terms.filter(({ isTopic }) => isTopic)) || 1
    const matches = this.matchesOf(query, FORM * ideal)
      .sort(byScore)
      .slice(0, Math.max(COMPARED, limit))
    const hits = matches.map(({ entry, score }): Hit => {
      const likeness = this.likenessOf(query.tokens, entry)
      const total = score + LIKENESS * likeness * ideal
      const share = Math.max(0, Math.min(1, total / (ideal * (1 + LIKENESS))))
      const found = query.terms.filter(({ key, word }) => word !== undefined && entry.frequencies.has(key))
      const matched = this.weightOf(found.filter(({ isTopic }) => isTopic))
      const terms = found.flatMap(({ word }) => word ?? [])
      return { passage: entry.passage, score: total, share, coverage: matched / topics, likeness, terms }
    })
    return { hits: hits.sort(byScoreOfHit).slice(0, Math.max(0, limit)), words, knownWords, corrections }
  }

  /** Returns the weight of a word by how few passages have it. An unknown word weighs as much as the rarest. */
  private rarityOf(key: string): number {
    const passages = this.postings.get(key)?.size ?? 1
    return Math.log(1 + (this.size - passages + 0.5) / (passages + 0.5)) ** RARITY
  }

  private matchesOf(query: Query, bonus: number): Match[] {
    const scores = new Map<AnalysedPassage, number>()
    const articles = new Map<string, number>()
    const average = this.length / Math.max(1, this.size)
    for (const { key, word, weight } of query.terms) {
      const value = weight * this.rarityOf(key) * (K1 + 1)
      const inArticles = new Map<string, number>()
      for (const [entry, frequency] of this.postings.get(key) ?? []) {
        const discount = K1 * (1 - B + B * (entry.length / average))
        scores.set(entry, (scores.get(entry) ?? 0) + (value * frequency) / (frequency + discount))
        const { articleId } = entry.passage
        if (word !== undefined) inArticles.set(articleId, (inArticles.get(articleId) ?? 0) + frequency)
      }
      for (const [articleId, frequency] of inArticles) {
        const { length } = this.articles.get(articleId)!
        const discount = K1 * (1 - B + B * (length / (this.length / this.articles.size)))
        articles.set(articleId, (articles.get(articleId) ?? 0) + (value * frequency) / (frequency + discount))
      }
    }
    for (const [articleId, score] of articles) {
      const { passages } = this.articles.get(articleId)!
      if (passages.size > 1) for (const entry of passages) scores.set(entry, (scores.get(entry) ?? 0) + ARTICLE * score)
    }
    return [...scores].map(([entry, score]) => ({ entry, score: score + bonus * formOf(query, entry) }))
  }

  private weightOf(terms: readonly QueryTerm[]): number {
    return terms.reduce((sum, { key, weight }) => sum + weight * this.rarityOf(key), 0)
  }

  /** Returns the score of a passage that has every word of the query often. */
  private idealOf({ terms }: Query): number {
    return (this.weightOf(terms.filter(({ word }) => word !== undefined)) || 1) * (K1 + 1)
  }

  /** Returns the weighted overlap (Dice) of the query with the nearest question of a passage. */
  private likenessOf(tokens: readonly Token[], { questions }: AnalysedPassage): number {
    const asked = this.weightsOf(tokens)
    let best = 0
    for (const question of questions) {
      const own = this.weightsOf(question)
      let common = 0
      let all = 0
      for (const [stem, weight] of own) {
        all += weight
        if (asked.has(stem)) common += weight
      }
      for (const weight of asked.values()) all += weight
      if (all > 0) best = Math.max(best, (2 * common) / all)
    }
    return best
  }

  private weightsOf(tokens: readonly Token[]): Map<string, number> {
    return new Map(tokens.map(({ stem, stop }) => [stem, (stop ? 0.4 : 1) * this.rarityOf(stem)]))
  }
}

/** Returns how well an answer has the form that the question asks for, from -1 to 1.5. */
function formOf({ asks }: Query, { answers }: AnalysedPassage): number {
  const polar = answers.polar ? (asks.polar ? 1 : -1) : 0
  return polar + (asks.quantity && answers.quantity ? 0.5 : 0)
}

const byScore = (a: Match, b: Match) => b.score - a.score || compare(a.entry.passage.id, b.entry.passage.id)
const byScoreOfHit = (a: Hit, b: Hit) => b.score - a.score || compare(a.passage.id, b.passage.id)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
