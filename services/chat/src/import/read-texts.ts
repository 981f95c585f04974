import {
  ArticleId,
  ArticleSection,
  type ArticleText,
  LONGEST_BODY,
  LONGEST_LINE,
  MOST_QUESTIONS,
  type ImportFault,
  type ImportFile,
} from '@hissa/contracts/chat'
import * as z from 'zod/mini'
import { parseMarkdown, type ArticleMarkdown, type LineFault, type Placed } from '../knowledge/article-markdown.js'
import { LANGUAGE_CODES, type Language } from '../language/languages.js'

/** The text of an article in one language, with what its file states about the whole article. */
export interface ReadText {
  articleId: string
  language: Language
  file: string
  section: ArticleSection | undefined
  reviewedAt: string | undefined
  text: ArticleText
}

const LANGUAGES = LANGUAGE_CODES.join('|')
const NAMES = [
  new RegExp(String.raw`(?:^|/)(?<language>${LANGUAGES})/(?<articleId>[^/]+)\.md$`),
  new RegExp(String.raw`(?:^|/)(?<articleId>[^/]+)\.(?<language>${LANGUAGES})\.md$`),
]

/** Reads the Markdown files of an import and adds their faults to `faults`. Returns the texts without one. */
export function readTexts(files: readonly ImportFile[], today: string, faults: ImportFault[]): ReadText[] {
  const read: ReadText[] = []
  for (const { name, text } of files.filter((file) => !isCsv(file))) {
    const fault = (each: LineFault) => faults.push({ file: name, ...each })
    const named = nameOf(name)
    if (!named) {
      fault({ line: 0, code: 'file_name', field: null })
      continue
    }
    if (read.some(({ articleId, language }) => articleId === named.articleId && language === named.language)) {
      fault({ line: 0, code: 'text_repeated', field: null })
      continue
    }
    const { article, faults: ofLines } = parseMarkdown(text)
    const found = [...ofLines, ...(isUnreadable(ofLines) ? [] : faultsOf(article, today))]
    found.sort((a, b) => a.line - b.line).forEach(fault)
    if (found.length === 0) read.push({ ...named, file: name, ...contentOf(article) })
  }
  return read
}

/** Returns whether a file has questions instead of an article. */
export const isCsv = ({ name }: ImportFile): boolean => /\.csv$/i.test(name)

const isUnreadable = (faults: readonly LineFault[]) =>
  faults.some(({ code, line }) => code === 'front_matter' && line === 1)

function nameOf(name: string): { articleId: string; language: Language } | undefined {
  const groups = NAMES.map((pattern) => pattern.exec(name.replaceAll('\\', '/'))?.groups).find(Boolean)
  const articleId = ArticleId.safeParse(groups?.['articleId'])
  return articleId.success ? { articleId: articleId.data, language: groups!['language'] as Language } : undefined
}

const sectionOf = ({ fields: { section } }: ArticleMarkdown) => ArticleSection.safeParse(section?.text).data
const isDate = (text: string) => z.iso.date().safeParse(text).success

function contentOf(article: ArticleMarkdown) {
  const { fields, questions, body } = article
  const text: ArticleText = {
    title: fields.title!.text,
    body: body.text,
    questions: questions.map((question) => question.text),
  }
  return { section: sectionOf(article), reviewedAt: fields.reviewedAt?.text, text }
}

/** Returns what is wrong with the values of an article. */
function faultsOf(article: ArticleMarkdown, today: string): LineFault[] {
  const { fields, questions, body } = article
  const { title, section, reviewedAt } = fields
  return [
    ...lineFaults('title', title ?? { text: '', line: 1 }),
    ...(section && !sectionOf(article) ? [fault(section, 'field_invalid', 'section')] : []),
    ...(reviewedAt && !isDate(reviewedAt.text) ? [fault(reviewedAt, 'field_invalid', 'reviewedAt')] : []),
    ...(reviewedAt && isDate(reviewedAt.text) && reviewedAt.text > today ? [fault(reviewedAt, 'future', null)] : []),
    ...(questions.length === 0 ? [fault({ line: 1 }, 'field_missing', 'questions')] : []),
    ...(questions.length > MOST_QUESTIONS ? [fault(questions[MOST_QUESTIONS]!, 'too_many', 'questions')] : []),
    ...questions.flatMap((question) => lineFaults('questions', question)),
    ...(body.text === '' ? [fault(body, 'field_missing', 'body')] : []),
    ...(body.text.length > LONGEST_BODY ? [fault(body, 'field_too_long', 'body')] : []),
  ]
}

/** Returns what is wrong with a text of one line. */
export function lineFaults(field: string, placed: Placed): LineFault[] {
  if (placed.text === '') return [fault(placed, 'field_missing', field)]
  return placed.text.length > LONGEST_LINE ? [fault(placed, 'field_too_long', field)] : []
}

const fault = ({ line }: Pick<Placed, 'line'>, code: LineFault['code'], field: string | null): LineFault => ({
  ...{ line, code, field },
})
