import type { ArticleDraft, ImportChange, ImportFault, ImportFile } from '@hissa/contracts/chat'
import type { Article } from '../knowledge/article.js'
import { addQuestions } from './add-questions.js'
import { changeOf } from './change-of.js'
import { readTexts, type ReadText } from './read-texts.js'
import { LANGUAGE_CODES, type Language } from '../language/languages.js'

/** Most faults that a report lists. */
const MOST_FAULTS = 200

/** What an import would save. */
export interface ImportPlan {
  changes: (ImportChange & { draft: ArticleDraft })[]
  faults: ImportFault[]
}

/**
 * Compares files with the articles that they concern, by id. `today` is the latest possible date of a review. A file with
 * faults changes nothing in the plan, which is then only a report.
 */
export function planImport(
  files: readonly ImportFile[],
  known: ReadonlyMap<string, Article>,
  today: string,
): ImportPlan {
  const faults: ImportFault[] = []
  const read = readTexts(files, today, faults)
  const drafts = new Map<string, ArticleDraft>()
  for (const [articleId, texts] of byArticle(read)) {
    const draft = merged(texts, baseOf(known.get(articleId)), faults)
    if (draft) drafts.set(articleId, draft)
  }
  addQuestions(files, { draftOf: (id) => drafts.get(id) ?? baseOf(known.get(id)), drafts, faults })
  const changes = [...drafts].map(([articleId, draft]) => {
    const article = known.get(articleId)
    return { ...changeOf(articleId, baseOf(article), draft), ...standOf(article), draft }
  })
  return {
    changes: changes.sort((a, b) => (a.articleId < b.articleId ? -1 : 1)),
    faults: faults.slice(0, MOST_FAULTS),
  }
}

/** The content that an import changes: the draft, otherwise what is published. */
const baseOf = (article: Article | undefined): ArticleDraft | null => article?.draft ?? article?.published ?? null

const standOf = (article: Article | undefined) => ({
  version: article?.version ?? 0,
  endsProposal: (article?.approvalId ?? null) !== null,
})

function byArticle(read: readonly ReadText[]): Map<string, ReadText[]> {
  const found = new Map<string, ReadText[]>()
  for (const text of read) found.set(text.articleId, [...(found.get(text.articleId) ?? []), text])
  return found
}

/** Adds texts to an article. Section and date are those of its first language that states them. */
function merged(read: readonly ReadText[], base: ArticleDraft | null, faults: ImportFault[]): ArticleDraft | null {
  const inOrder = LANGUAGE_CODES.flatMap((language) => read.find((each) => each.language === language) ?? [])
  const section = inOrder.find((each) => each.section)?.section ?? base?.section
  const reviewedAt = inOrder.find((each) => each.reviewedAt)?.reviewedAt ?? base?.reviewedAt
  const missing = [!section && 'section', !reviewedAt && 'reviewedAt'].filter((field) => field !== false)
  for (const field of missing) faults.push({ file: inOrder[0]!.file, line: 1, code: 'field_missing', field })
  if (!section || !reviewedAt) return null
  const textIn = (language: Language) =>
    inOrder.find((each) => each.language === language)?.text ?? base?.texts[language] ?? null
  return { section, reviewedAt, texts: { en: textIn('en'), ar: textIn('ar') } }
}
