import type { ArticleDraft, ArticleText, ImportChange } from '@hissa/contracts/chat'
import { LANGUAGE_CODES } from '../language/languages.js'

type Part = ImportChange['parts'][number]
const TEXT_PARTS = ['title', 'body', 'questions'] as const

/** Compares a draft with the content that it would replace. */
export function changeOf(
  articleId: string,
  base: ArticleDraft | null,
  draft: ArticleDraft,
): Pick<ImportChange, 'articleId' | 'effect' | 'languages' | 'parts' | 'newQuestions'> {
  const pairs = LANGUAGE_CODES.map((language) => ({
    language,
    before: base?.texts[language] ?? null,
    after: draft.texts[language],
  }))
  const changed = pairs.filter(({ before, after }) => partsOf(before, after).length > 0)
  const parts: Part[] = [
    ...(['section', 'reviewedAt'] as const).filter((part) => base?.[part] !== draft[part]),
    ...TEXT_PARTS.filter((part) => changed.some(({ before, after }) => partsOf(before, after).includes(part))),
  ]
  const newQuestions = pairs.flatMap(({ before, after }) =>
    (after?.questions ?? []).filter((question) => !before?.questions.includes(question)),
  ).length
  const effect = base ? (parts.length > 0 ? 'changed' : 'unchanged') : 'new'
  return { articleId, effect, languages: changed.map(({ language }) => language), parts, newQuestions }
}

const partsOf = (before: ArticleText | null, after: ArticleText | null) =>
  TEXT_PARTS.filter((part) => JSON.stringify(before?.[part]) !== JSON.stringify(after?.[part]))
