import type { ArticleContent } from '@hissa/contracts/chat'
import type { Article } from './article.js'
import { LANGUAGE_CODES, type Language } from '../language/languages.js'

/** A paragraph of a published article in one language. */
export interface Passage {
  id: string
  articleId: string
  language: Language
  title: string
  section: ArticleContent['section']
  reviewedAt: string
  /** Questions that the article answers. */
  questions: readonly string[]
  text: string
  /** Position in the article, from 0. */
  position: number
}

/** Returns the passages of a published article in every language; none for another. */
export const passagesOf = ({ articleId, published }: Article): Passage[] =>
  published
    ? LANGUAGE_CODES.flatMap((language) => {
        const { title, questions, body } = published.texts[language]
        const { section, reviewedAt } = published
        return body.split('\n\n').map((text, position) => ({
          ...{ id: `${articleId}:${language}:${position}`, articleId, language, title, section, reviewedAt },
          ...{ questions, text, position },
        }))
      })
    : []

/** Splits a passage into its sentences. */
export const sentencesOf = (text: string, language: Language): string[] =>
  [...segmenters[language].segment(text)].map(({ segment }) => segment.trim()).filter(Boolean)

const segmenters: Record<Language, Intl.Segmenter> = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  ar: new Intl.Segmenter('ar', { granularity: 'sentence' }),
}
