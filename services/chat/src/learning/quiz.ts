import type { FieldError } from '@hissa/contracts'
import type { QuizAnswer, QuizQuestion, QuizResult } from '@hissa/contracts/chat'
import type { LearningTexts, QuizFile } from './learning-files.js'

type Texts = LearningTexts['paths'][string]['questions']

/** Returns the questions of a quiz, without the right answers. */
export const questionsOf = ({ questions }: QuizFile, texts: Texts): QuizQuestion[] =>
  questions.map(({ questionId, options }) => ({
    questionId,
    text: texts[questionId]!.text,
    options: options.map((optionId) => ({ optionId, text: texts[questionId]![optionId]![0] })),
  }))

/** Returns why answers are not one answer to each question; empty if they are. */
export function faultsOfAnswers({ questions }: QuizFile, answers: readonly QuizAnswer[]): FieldError[] {
  const seen = new Set<string>()
  const faults = answers.flatMap(({ questionId, optionId }, index): FieldError[] => {
    const fault = (code: string, message: string) => [{ path: `/answers/${index}`, code, message }]
    const question = questions.find((each) => each.questionId === questionId)
    if (!question) return fault('unknown', 'There is no such question')
    if (seen.has(questionId)) return fault('repeated', 'The question is answered twice')
    seen.add(questionId)
    return question.options.includes(optionId) ? [] : fault('unknown', 'The question has no such option')
  })
  const open = questions.filter(({ questionId }) => !seen.has(questionId)).map(({ questionId }) => questionId)
  if (open.length === 0) return faults
  return [...faults, { path: '/answers', code: 'incomplete', message: `Answer every question: ${open.join(', ')}` }]
}

/** Returns the result of each answer in the order of the questions, with why each option is right or wrong. */
export const resultsOf = ({ questions }: QuizFile, texts: Texts, answers: readonly QuizAnswer[]): QuizResult[] =>
  questions.map(({ questionId, options, right }) => ({
    questionId,
    optionId: answers.find((answer) => answer.questionId === questionId)!.optionId,
    right,
    why: options.map((optionId) => ({ optionId, text: texts[questionId]![optionId]![1] })),
  }))

/** Returns how many answers are right. */
export const correctOf = (results: readonly QuizResult[]): number =>
  results.filter(({ optionId, right }) => optionId === right).length
