import { ArticleContent, ArticleId } from '@hissa/contracts/chat'
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { parseMarkdown } from './article-markdown.js'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '../language/languages.js'

/** The folder of the articles that every installation begins with. */
export const KNOWLEDGE = new URL('../../knowledge/', import.meta.url)

export interface ArticleFile {
  articleId: string
  content: ArticleContent
}

/**
 * Reads the articles of a folder: `<language>/<id>.md` with front matter (`title`, `section`, `reviewedAt`, `questions`).
 * Section and date are those of the English file. Throws for a file that is missing in a language or has a wrong field.
 */
export function readArticles(folder: URL): ArticleFile[] {
  const names = readdirSync(new URL(`${DEFAULT_LANGUAGE}/`, folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => {
    const files = LANGUAGE_CODES.map((language) => [language, readArticle(folder, language, name)] as const)
    const { section, reviewedAt } = files.find(([language]) => language === DEFAULT_LANGUAGE)![1]
    const texts = Object.fromEntries(
      files.map(([language, { title, questions, body }]) => [language, { title, questions, body }]),
    )
    return {
      articleId: z.parse(ArticleId, name.replace(/\.md$/, '')),
      content: z.parse(ArticleContent, { section, reviewedAt, texts }),
    }
  })
}

function readArticle(folder: URL, language: Language, name: string) {
  const path = new URL(`${language}/${name}`, folder)
  const { article, faults } = parseMarkdown(readFileSync(path, 'utf8'))
  const [fault] = faults
  if (fault) throw new Error(`${path.pathname}:${fault.line} ${fault.code} ${fault.field ?? ''}`.trim())
  const { fields, questions, body } = article
  return {
    title: fields.title?.text,
    section: fields.section?.text,
    reviewedAt: fields.reviewedAt?.text,
    questions: questions.map(({ text }) => text),
    body: body.text,
  }
}
