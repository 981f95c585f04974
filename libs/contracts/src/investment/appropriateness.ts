import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime, Locale, version } from '../core.js'
import { INVALID_FIELDS } from '../errors.js'
import { APPROPRIATENESS_OUTDATED, APPROPRIATENESS_PAUSED } from './errors.js'

/**
 * `passed`: the answers are valid until `validUntil`. `required`: the questions are to be answered before the first
 * order. `paused`: too many wrong answers; the next attempt is possible at `retryAt`. `not_required`: the investor's
 * class is exempt.
 */
export const AppropriatenessState = z.enum(['passed', 'required', 'paused', 'not_required'])
export type AppropriatenessState = z.infer<typeof AppropriatenessState>

/** A question with its options. Which option is right is never sent. */
export const AppropriatenessQuestion = z.object({
  questionId: id,
  text: z.string(),
  options: z.array(z.object({ optionId: id, text: z.string() })),
})
export type AppropriatenessQuestion = z.infer<typeof AppropriatenessQuestion>

/** The chosen option of a question. */
export const AppropriatenessAnswer = z.object({ questionId: id, optionId: id })
export type AppropriatenessAnswer = z.infer<typeof AppropriatenessAnswer>

/** The questionnaire that was read: its version, and the hash of its texts in every language. */
const Questionnaire = { version, hash: z.string().check(z.maxLength(128)) }

/**
 * Returns the questions about the risks of an investment, and the state of the caller; `language` is the language of
 * the texts. The order of questions and options is the order to show. Send `version` and `hash` back with the answers.
 */
export const GetAppropriateness = defineRpc({
  name: 'investment.getAppropriateness',
  input: z.object({ locale: z._default(Locale, 'en') }),
  output: z.object({
    state: AppropriatenessState,
    ...Questionnaire,
    /** For clients that know two languages: `ar` or, for every other language, `en`. Others read `language`. */
    locale: z.enum(['en', 'ar']),
    language: Locale,
    questions: z.array(AppropriatenessQuestion),
    /** Set if `passed`. */
    passedAt: z.optional(isoDateTime),
    /** Set if `passed`: when the questions have to be answered again. */
    validUntil: z.optional(isoDateTime),
    /** Set if `paused` (business time). */
    retryAt: z.optional(isoDateTime),
  }),
  access: 'user',
  errors: [],
})

/**
 * Checks the answers to all questions. Every answer must be right. The response lists each wrong answer with an
 * explanation to show beside the question. If only one answer is wrong, the questions can be answered again at once,
 * twice; after that, or after several wrong answers, the next attempt has to wait until `retryAt`. Repeating the same
 * answers returns the same result and is not another attempt. After a pass nothing more is recorded until it ends.
 *
 * An unanswered, repeated or unknown question, or an option of another question, is an invalid field: `path` is
 * `/answers/<index>` or `/answers`.
 */
export const AnswerAppropriateness = defineRpc({
  name: 'investment.answerAppropriateness',
  input: z.object({
    ...Questionnaire,
    locale: z._default(Locale, 'en'),
    answers: z.array(AppropriatenessAnswer).check(z.minLength(1), z.maxLength(50)),
  }),
  output: z.object({
    passed: z.boolean(),
    /** Empty if passed. In the order of the questions. */
    wrong: z.array(z.extend(AppropriatenessAnswer, { explanation: z.string() })),
    passedAt: z.optional(isoDateTime),
    validUntil: z.optional(isoDateTime),
    /** Set if the next attempt has to wait (business time). */
    retryAt: z.optional(isoDateTime),
    /** Set if the questions can be answered again at once: how many attempts are left before a pause. */
    attemptsLeft: z.optional(z.int()),
  }),
  access: 'user',
  errors: [APPROPRIATENESS_OUTDATED, APPROPRIATENESS_PAUSED, INVALID_FIELDS],
})
