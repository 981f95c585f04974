import {
  ArticleId,
  LONGEST_BODY,
  LONGEST_LINE,
  MOST_QUESTIONS,
  type ArticleDraft,
  type ArticleSection,
  type ArticleText,
} from '@hissa/contracts/chat'
import type { MessageId } from '../../i18n/i18n.js'
import { isCalendarDate } from '../../lib/birth-date.js'
import { LANGUAGES, type ArticleLanguage } from './parts.js'

/** A text as it is typed: one question per line. */
export interface TypedText {
  title: string
  questions: string
  body: string
}

/** An article as it is typed. */
export interface ArticleForm {
  articleId: string
  /** The version that the draft is based on; 0 for a new article. */
  version: number
  section: ArticleSection | ''
  reviewedAt: string
  texts: Record<ArticleLanguage, TypedText>
}

const EMPTY: TypedText = { title: '', questions: '', body: '' }

/** Returns the form of a draft; of a new article without one, with the question that it begins with. */
export function formOf(
  draft: ArticleDraft | null,
  { articleId, version, today }: { articleId: string; version: number; today: string },
  asked?: { question: string; language: ArticleLanguage },
): ArticleForm {
  const typed = (language: ArticleLanguage): TypedText => {
    const text = draft?.texts[language]
    if (text) return { title: text.title, questions: text.questions.join('\n'), body: text.body }
    return asked?.language === language ? { ...EMPTY, questions: asked.question } : EMPTY
  }
  return {
    ...{ articleId, version, section: draft?.section ?? '', reviewedAt: draft?.reviewedAt ?? today },
    texts: { en: typed('en'), ar: typed('ar') },
  }
}

/** Returns what the form would save; a language without anything typed has no text. */
export function draftOf({ section, reviewedAt, texts }: ArticleForm): ArticleDraft {
  return {
    section: section as ArticleSection,
    reviewedAt,
    texts: { en: textOf(texts.en), ar: textOf(texts.ar) },
  }
}

function textOf(typed: TypedText): ArticleText | null {
  if (isEmpty(typed)) return null
  return { title: typed.title.trim(), questions: questionsOf(typed), body: paragraphsOf(typed.body) }
}

const isEmpty = ({ title, questions, body }: TypedText) => `${title}${questions}${body}`.trim() === ''
const questionsOf = ({ questions }: TypedText) =>
  questions
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** A paragraph is one line of text, as in the files. */
const paragraphsOf = (body: string) =>
  body
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .join(' '),
    )
    .join('\n\n')

/** A field with an error, by its control's id, and the text that explains it. */
export interface FormFault {
  fieldId: string
  text: MessageId
  language?: ArticleLanguage
}

/** Returns what is wrong with a form. `today` is the latest possible review. */
export function faultsOf(form: ArticleForm, today: string): FormFault[] {
  const faults: FormFault[] = []
  if (!ArticleId.safeParse(form.articleId).success) faults.push({ fieldId: 'article-id', text: 'knowledge.fault.id' })
  if (form.section === '') faults.push({ fieldId: 'article-section', text: 'knowledge.fault.section' })
  if (!isCalendarDate(form.reviewedAt)) faults.push({ fieldId: 'article-reviewed', text: 'knowledge.fault.date' })
  else if (form.reviewedAt > today) faults.push({ fieldId: 'article-reviewed', text: 'knowledge.fault.future' })
  if (LANGUAGES.every((language) => isEmpty(form.texts[language])))
    faults.push({ fieldId: 'article-title-en', text: 'knowledge.fault.empty', language: 'en' })
  for (const language of LANGUAGES)
    for (const [part, text] of textFaults(form.texts[language]))
      faults.push({ fieldId: `article-${part}-${language}`, text, language })
  return faults
}

function textFaults(typed: TypedText): [part: keyof TypedText, text: MessageId][] {
  if (isEmpty(typed)) return []
  const title = typed.title.trim()
  const questions = questionsOf(typed)
  const body = paragraphsOf(typed.body)
  const rules: [isWrong: boolean, part: keyof TypedText, text: MessageId][] = [
    [title === '', 'title', 'knowledge.fault.title'],
    [title.length > LONGEST_LINE, 'title', 'knowledge.fault.line'],
    [questions.length === 0, 'questions', 'knowledge.fault.questions'],
    [questions.length > MOST_QUESTIONS, 'questions', 'knowledge.fault.many'],
    [questions.some((question) => question.length > LONGEST_LINE), 'questions', 'knowledge.fault.line'],
    [body === '', 'body', 'knowledge.fault.body'],
    [body.length > LONGEST_BODY, 'body', 'knowledge.fault.long'],
  ]
  return rules.flatMap(([isWrong, part, text]) => (isWrong ? [[part, text]] : []))
}
