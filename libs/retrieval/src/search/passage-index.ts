import { detectLanguage, type Language } from '../text/normalise.js'
import { LanguageIndex } from './language-index.js'
import { type Passage, type SearchResult } from './passage.js'
import { QUERY_LONGEST } from './query.js'

/** Options of a search: the language is that of the query unless given, and the limit is 5. */
export interface SearchOptions {
  readonly language?: Language
  readonly limit?: number
}

/**
 * Passages of both languages, searched by BM25F with word order, question forms and spelling. Equal passages give equal
 * hits, in whatever order they were added. Adding and removing costs as much as the passages that change.
 */
export class PassageIndex {
  private readonly languages: Record<Language, LanguageIndex> = { en: new LanguageIndex(), ar: new LanguageIndex() }

  constructor(passages: Iterable<Passage> = []) {
    for (const passage of passages) this.put(passage)
  }

  /** Number of passages. */
  get size(): number {
    return this.languages.en.size + this.languages.ar.size
  }

  /** Adds a passage, or replaces the one that has its id. */
  put(passage: Passage): void {
    this.remove(passage.id)
    this.languages[passage.language].add(passage)
  }

  /** Removes a passage. Returns whether it existed. */
  remove(id: string): boolean {
    return this.languages.en.remove(id) || this.languages.ar.remove(id)
  }

  /** Replaces all passages of an article; unchanged ones are not analysed again. */
  replaceArticle(articleId: string, passages: readonly Passage[]): void {
    const kept = new Set(passages.filter((passage) => this.isUnchanged(passage)).map(({ id }) => id))
    for (const index of Object.values(this.languages)) {
      for (const id of index.idsOfArticle(articleId)) if (!kept.has(id)) index.remove(id)
    }
    for (const passage of passages) if (!kept.has(passage.id)) this.put(passage)
  }

  /** Returns the passages of one language that match best. Characters after the 500th are ignored. */
  search(query: string, { language, limit = 5 }: SearchOptions = {}): SearchResult {
    const searched = language ?? detectLanguage(query.slice(0, QUERY_LONGEST))
    return { language: searched, ...this.languages[searched].search(query, limit) }
  }

  private isUnchanged(passage: Passage): boolean {
    const present = this.languages[passage.language].get(passage.id)
    return present !== undefined && JSON.stringify(present) === JSON.stringify(passage)
  }
}
