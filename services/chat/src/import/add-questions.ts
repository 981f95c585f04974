import { MOST_QUESTIONS, type ArticleDraft, type ImportFault, type ImportFile } from '@hissa/contracts/chat'
import type { LineFault } from '../knowledge/article-markdown.js'
import { readCsv, type QuestionRow } from './read-csv.js'
import { isCsv, lineFaults } from './read-texts.js'
import { LANGUAGE_CODES, type Language } from '../language/languages.js'

interface Target {
  /** Returns the content of an article to which questions are added; null for an unknown article. */
  draftOf: (articleId: string) => ArticleDraft | null
  drafts: Map<string, ArticleDraft>
  faults: ImportFault[]
}

/** Adds the questions of CSV files to the drafts. A question that an article has already is left out. */
export function addQuestions(files: readonly ImportFile[], { draftOf, drafts, faults }: Target): void {
  for (const { name, text } of files.filter(isCsv)) {
    const { rows, faults: ofFile } = readCsv(text)
    const found = [...ofFile]
    for (const row of rows) {
      const added = withQuestion(row, draftOf(row.article))
      if ('code' in added) found.push(added)
      else drafts.set(row.article, added)
    }
    found.forEach((fault) => faults.push({ file: name, ...fault }))
  }
}

/** Returns the article with the question of a row, or what is wrong with the row. */
function withQuestion({ language, question, line }: QuestionRow, draft: ArticleDraft | null): ArticleDraft | LineFault {
  const [fault] = lineFaults('question', { text: question, line })
  if (fault) return fault
  if (!isLanguage(language)) return { line, code: 'field_invalid', field: 'language' }
  if (!draft) return { line, code: 'article_unknown', field: 'article' }
  const text = draft.texts[language]
  if (!text) return { line, code: 'language_missing', field: 'language' }
  if (text.questions.some((known) => plain(known) === plain(question))) return draft
  if (text.questions.length >= MOST_QUESTIONS) return { line, code: 'too_many', field: 'questions' }
  const questions = [...text.questions, question]
  return { ...draft, texts: { ...draft.texts, [language]: { ...text, questions } } }
}

const isLanguage = (text: string): text is Language => LANGUAGE_CODES.some((language) => language === text)
const plain = (text: string) => text.trim().toLowerCase()
