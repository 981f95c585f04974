import { createHash } from 'node:crypto'
import { type FieldError } from '@hissa/contracts'
import type { AppropriatenessAnswer, AppropriatenessQuestion } from '@hissa/contracts/investment'
import { type Language, LANGUAGE_CODES } from '@hissa/texts'
import { questionTexts } from '../texts/rules.js'

interface Question {
  questionId: 'loss' | 'exit' | 'income' | 'cancel' | 'ownership' | 'target' | 'savings'
  right: Option
}

const OPTIONS = ['a', 'b', 'c'] as const
type Option = (typeof OPTIONS)[number]

/** Raised when a question, an option or its meaning changes. */
const VERSION = 3

/** In the order in which they are asked. */
const QUESTIONS: readonly Question[] = [
  { questionId: 'loss', right: 'b' },
  { questionId: 'exit', right: 'c' },
  { questionId: 'income', right: 'a' },
  { questionId: 'cancel', right: 'b' },
  { questionId: 'ownership', right: 'c' },
  { questionId: 'target', right: 'a' },
  { questionId: 'savings', right: 'b' },
]

/** The current questionnaire: its version, and the hash of its texts in every language. */
export const QUESTIONNAIRE = { version: VERSION, hash: hashOf(LANGUAGE_CODES.map(textsIn)) } as const

/** Returns the questions in one language, without the right answers. */
export function questionsIn(language: Language): AppropriatenessQuestion[] {
  const text = questionTexts(language)
  return QUESTIONS.map(({ questionId }) => ({
    questionId,
    text: text(`question.${questionId}.text`),
    options: OPTIONS.map((optionId) => ({ optionId, text: text(`question.${questionId}.${optionId}`) })),
  }))
}

/** Returns why answers are not one answer to each question; empty if they are. */
export function faultsOf(answers: readonly AppropriatenessAnswer[]): FieldError[] {
  const faults: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, { questionId, optionId }] of answers.entries()) {
    const fault = (code: string, message: string) => faults.push({ path: `/answers/${index}`, code, message })
    if (!QUESTIONS.some((question) => question.questionId === questionId)) fault('unknown', 'There is no such question')
    else if (seen.has(questionId)) fault('repeated', 'The question is answered twice')
    else if (!OPTIONS.some((option) => option === optionId)) fault('unknown', 'The question has no such option')
    seen.add(questionId)
  }
  const open = QUESTIONS.filter(({ questionId }) => !seen.has(questionId))
  if (open.length > 0) {
    const message = `Answer every question: ${open.map(({ questionId }) => questionId).join(', ')}`
    faults.push({ path: '/answers', code: 'incomplete', message })
  }
  return faults
}

/** Returns the wrong answers in the order of the questions. Answers must be without faults. */
export function wrongOf(answers: readonly AppropriatenessAnswer[]): AppropriatenessAnswer[] {
  const chosen = new Map(answers.map(({ questionId, optionId }) => [questionId, optionId]))
  return QUESTIONS.filter(({ questionId, right }) => chosen.get(questionId) !== right).map(({ questionId }) => ({
    questionId,
    optionId: chosen.get(questionId)!,
  }))
}

/** Returns the right answer to every question, for the investors of sample data. */
export const rightAnswers = (): AppropriatenessAnswer[] =>
  QUESTIONS.map(({ questionId, right }) => ({ questionId, optionId: right }))

/** Adds to each wrong answer what is right, in one language. */
export function explained(wrong: readonly AppropriatenessAnswer[], language: Language) {
  const text = questionTexts(language)
  return wrong.map(({ questionId, optionId }) => ({
    questionId,
    optionId,
    explanation: text(`question.${questionId as Question['questionId']}.explanation`),
  }))
}

function textsIn(language: Language) {
  const text = questionTexts(language)
  return questionTexts.ids.map((id) => [language, id, text(id)])
}

function hashOf(texts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([VERSION, texts]))
    .digest('hex')
}
