import { createHash } from 'node:crypto'
import type { AppropriatenessAnswer, AppropriatenessState, InvestorClass } from '@hissa/contracts/investment'
import type { PassedAnswers } from '../rules/rules.api.js'
import { QUESTIONNAIRE, wrongOf } from './questionnaire.js'

const MINUTE_MS = 60_000
/** How often the questions are asked again at once, before a pause, when only one answer is wrong. */
const MOST_REPEATS = 2
/** The pause after the first, and after each further failed attempt in a row. */
const PAUSES_MS = [15 * MINUTE_MS, 24 * 60 * MINUTE_MS] as const
/** How long a pass is valid: 365 days. */
const VALID_MS = 365 * 24 * 60 * MINUTE_MS

/** An investor's answers so far. */
export interface Standing {
  /** The investor's user id. */
  _id: string
  /** Number of attempts, passed and failed. */
  attempts: number
  /** Failed attempts since the last pass that were followed by a pause. */
  failures: number
  /** Attempts with one wrong answer since the last pause or pass, after which the questions were asked again at once. */
  repeats?: number
  pausedUntil?: Date
  /** The last attempt, so that repeating it has the same result. */
  last?: { answersHash: string; wrong: AppropriatenessAnswer[] }
  passed?: PassedAnswers
  version: number
}

/** Returns the standing of an investor who has not answered yet. */
export const noStanding = (userId: string): Standing => ({ _id: userId, attempts: 0, failures: 0, version: 0 })

/** How answers are handled: the stored result applies, they are refused during a pause, or they are a new attempt. */
export type Attempt =
  | { kind: 'known'; wrong: readonly AppropriatenessAnswer[] }
  | { kind: 'paused'; retryAt: Date }
  | { kind: 'new'; wrong: AppropriatenessAnswer[]; next: Standing }

/** Decides how answers are handled at business time `at`. Pure. The answers must pass `faultsOf`. */
export function attempt(standing: Standing, answers: readonly AppropriatenessAnswer[], at: Date): Attempt {
  if (passOf(standing, at)) return { kind: 'known', wrong: [] }
  const answersHash = hashOf(answers)
  const retryAt = pauseOf(standing, at)
  const { last, repeats = 0 } = standing
  if ((retryAt || repeats > 0) && last?.answersHash === answersHash) return { kind: 'known', wrong: last.wrong }
  if (retryAt) return { kind: 'paused', retryAt }
  const wrong = wrongOf(answers)
  const attempts = standing.attempts + 1
  const result = resultOf(wrong.length, standing, at)
  return { kind: 'new', wrong, next: { ...standing, ...result, attempts, last: { answersHash, wrong } } }
}

type Result = Pick<Standing, 'passed' | 'failures' | 'repeats' | 'pausedUntil'>

/** One wrong answer is asked again at once, a limited number of times; more wrong answers pause. */
function resultOf(wrong: number, { failures, repeats = 0 }: Standing, at: Date): Result {
  if (wrong === 0) return passedAt(at)
  return wrong === 1 && repeats < MOST_REPEATS ? { failures, repeats: repeats + 1 } : failedAt(failures, at)
}

function passedAt(at: Date): Result {
  return {
    failures: 0,
    repeats: 0,
    passed: { ...QUESTIONNAIRE, passedAt: at, validUntil: new Date(at.getTime() + VALID_MS) },
  }
}

function failedAt(before: number, at: Date): Result {
  const pauseMs = PAUSES_MS[Math.min(before, PAUSES_MS.length - 1)]!
  return { failures: before + 1, repeats: 0, pausedUntil: new Date(at.getTime() + pauseMs) }
}

/** Returns the pass that is valid at `at`. */
export const passOf = ({ passed }: Standing, at: Date): PassedAnswers | undefined =>
  passed && at < passed.validUntil ? passed : undefined

/** Returns the end of the pause at `at`; undefined if there is none. */
export const pauseOf = (standing: Standing, at: Date): Date | undefined =>
  standing.failures > 0 && standing.pausedUntil && at < standing.pausedUntil ? standing.pausedUntil : undefined

/** Returns how many attempts are left before a pause, after an attempt with one wrong answer. */
export const attemptsLeft = ({ repeats = 0 }: Standing): number => MOST_REPEATS + 1 - repeats

/** Returns the state of the questions for an investor of this class at `at`. */
export function stateOf(standing: Standing, investorClass: InvestorClass, at: Date): AppropriatenessState {
  if (investorClass !== 'retail') return 'not_required'
  if (passOf(standing, at)) return 'passed'
  return pauseOf(standing, at) ? 'paused' : 'required'
}

function hashOf(answers: readonly AppropriatenessAnswer[]): string {
  const sorted = answers.map(({ questionId, optionId }) => [questionId, optionId]).sort()
  return createHash('sha256')
    .update(JSON.stringify([QUESTIONNAIRE.version, sorted]))
    .digest('base64url')
}
