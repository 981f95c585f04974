import { describe, expect, it } from '@jest/globals'
import { LANGUAGE_CODES } from '@hissa/texts'
import { attempt, attemptsLeft, noStanding, passOf, pauseOf, type Standing, stateOf } from './attempt.js'
import { explained, faultsOf, QUESTIONNAIRE, questionsIn, wrongOf } from './questionnaire.js'

const RIGHT = { loss: 'b', exit: 'c', income: 'a', cancel: 'b', ownership: 'c', target: 'a', savings: 'b' }
const answers = (change: Partial<typeof RIGHT> = {}) =>
  Object.entries({ ...RIGHT, ...change }).map(([questionId, optionId]) => ({ questionId, optionId }))
const start = Date.parse('2026-11-22T10:00:00Z')
const MINUTE_MS = 60_000
const after = (minutes: number) => new Date(start + minutes * MINUTE_MS)

const TWO_WRONG = { loss: 'a', exit: 'a' }

/** Makes an attempt that must be a new one. */
function attempted(standing: Standing, change: Partial<typeof RIGHT>, at: Date): Standing {
  const made = attempt(standing, answers(change), at)
  if (made.kind !== 'new') throw new Error(`the attempt is ${made.kind}`)
  return made.next
}

describe('attempt', () => {
  const none = noStanding('u')

  it('passes for 365 days with every answer right', () => {
    const passed = attempted(none, {}, after(0))
    expect(passed.passed).toEqual({ ...QUESTIONNAIRE, passedAt: after(0), validUntil: after(365 * 24 * 60) })
    expect(stateOf(passed, 'retail', after(0))).toBe('passed')
    expect(passOf(passed, after(365 * 24 * 60 - 1))).toBeDefined()
    expect(stateOf(passed, 'retail', after(365 * 24 * 60))).toBe('required')
  })

  it('pauses for 15 minutes after the first failure, and for a day after each further one', () => {
    const once = attempted(none, TWO_WRONG, after(0))
    expect(pauseOf(once, after(14.99))).toEqual(after(15))
    expect(stateOf(once, 'retail', after(14.99))).toBe('paused')
    expect(stateOf(once, 'retail', after(15))).toBe('required')
    const twice = attempted(once, TWO_WRONG, after(15))
    expect(pauseOf(twice, after(16))).toEqual(after(15 + 24 * 60))
    const thrice = attempted(twice, TWO_WRONG, after(15 + 24 * 60))
    expect(pauseOf(thrice, after(15 + 24 * 60))).toEqual(after(15 + 48 * 60))
  })

  it('is refused during a pause, also with every answer right', () => {
    const failed = attempted(none, TWO_WRONG, after(0))
    expect(attempt(failed, answers(), after(1))).toEqual({ kind: 'paused', retryAt: after(15) })
  })

  it('asks again at once, twice, when one answer is wrong, and pauses after the third', () => {
    const once = attempted(none, { loss: 'a' }, after(0))
    expect([stateOf(once, 'retail', after(0)), attemptsLeft(once)]).toEqual(['required', 2])
    const twice = attempted(once, { exit: 'a' }, after(0))
    expect([stateOf(twice, 'retail', after(0)), attemptsLeft(twice)]).toEqual(['required', 1])
    const thrice = attempted(twice, { loss: 'c' }, after(1))
    expect(pauseOf(thrice, after(1))).toEqual(after(16))
    expect(attempted(twice, {}, after(1)).passed).toBeDefined()
  })

  it('pauses at once when two answers are wrong, also after an attempt with one', () => {
    const once = attempted(none, { loss: 'a' }, after(0))
    expect(pauseOf(attempted(once, TWO_WRONG, after(0)), after(0))).toEqual(after(15))
  })

  it('asks again twice after each pause, and keeps the length of the next one', () => {
    const paused = attempted(none, TWO_WRONG, after(0))
    const again = attempted(paused, { loss: 'a' }, after(15))
    expect([stateOf(again, 'retail', after(15)), attemptsLeft(again)]).toEqual(['required', 2])
    const twice = attempted(again, { loss: 'c' }, after(15))
    expect(pauseOf(attempted(twice, { loss: 'a' }, after(15)), after(16))).toEqual(after(15 + 24 * 60))
  })

  it('doesn’t count answers that are sent twice while they may be changed at once', () => {
    const once = attempted(none, { loss: 'a' }, after(0))
    const again = attempt(once, answers({ loss: 'a' }).reverse(), after(1))
    expect(again).toEqual({ kind: 'known', wrong: once.last!.wrong })
  })

  it('has the same result when it is repeated, in any order of the answers', () => {
    const failed = attempted(none, { loss: 'a', exit: 'a' }, after(0))
    const again = answers({ loss: 'a', exit: 'a' }).reverse()
    expect(attempt(failed, again, after(1))).toEqual({ kind: 'known', wrong: failed.last!.wrong })
    const passed = attempted(none, {}, after(0))
    expect(attempt(passed, answers({ loss: 'a' }), after(1))).toEqual({ kind: 'known', wrong: [] })
  })

  it('counts failures from zero after a pass', () => {
    const failed = attempted(none, TWO_WRONG, after(0))
    const passed = attempted(failed, {}, after(15))
    expect(passed).toMatchObject({ attempts: 2, failures: 0, repeats: 0 })
    expect(pauseOf(passed, after(15))).toBeUndefined()
  })

  it('is not asked of professional clients', () => {
    expect(stateOf(none, 'professional', after(0))).toBe('not_required')
    expect(stateOf(none, 'retail', after(0))).toBe('required')
  })
})

describe('the questionnaire', () => {
  it('never contains the right answers', () => {
    for (const language of LANGUAGE_CODES) {
      const keys = new Set(questionsIn(language).flatMap((question) => Object.keys(question)))
      expect([...keys]).toEqual(['questionId', 'text', 'options'])
    }
  })

  it('asks every question with three different options, in every language', () => {
    for (const language of LANGUAGE_CODES) {
      const questions = questionsIn(language)
      expect(questions.map(({ questionId }) => questionId)).toEqual(Object.keys(RIGHT))
      for (const { options } of questions) expect(new Set(options.map(({ text }) => text)).size).toBe(3)
    }
  })

  it('names and explains the wrong answers, in the order of the questions', () => {
    const wrong = wrongOf(answers({ target: 'c', exit: 'a' }).reverse())
    expect(wrong).toEqual([
      { questionId: 'exit', optionId: 'a' },
      { questionId: 'target', optionId: 'c' },
    ])
    expect(explained(wrong, 'en')[1]!.explanation).toContain('to the card or the cash balance that paid')
    expect(explained(wrong, 'ar')[1]!.explanation).toContain('البطاقة')
    expect(wrongOf(answers())).toEqual([])
  })

  it.each([
    ['an unanswered question', answers().slice(1), '/answers', 'incomplete'],
    ['a question answered twice', [...answers(), answers()[0]!], '/answers/7', 'repeated'],
    ['an unknown question', [...answers(), { questionId: 'luck', optionId: 'a' }], '/answers/7', 'unknown'],
    ['an unknown option', answers({ loss: 'd' }), '/answers/0', 'unknown'],
  ])('reports %s', (_, given, path, code) => {
    expect(faultsOf(given)).toEqual([expect.objectContaining({ path, code })])
  })
})
