import { type Answer, type Input, ok, refuse, refuseFields } from '@hissa/contracts'
import {
  type AnswerAppropriateness as Contract,
  APPROPRIATENESS_OUTDATED,
  APPROPRIATENESS_PAUSED,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { languageFor } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { IDS, type Ids } from '../ports.js'
import { pausedText } from '../rules/rules.api.js'
import { attempt, attemptsLeft, passOf, pauseOf, type Standing } from './attempt.js'
import { explained, faultsOf, QUESTIONNAIRE } from './questionnaire.js'
import { attemptSaves, StandingStore } from './standing.store.js'

type Result = Answer<typeof Contract>

/** Checks an investor's answers to the questions about the risks and stores the attempt. */
@Injectable()
export class AnswerQuestions {
  constructor(
    private readonly ledger: Committer,
    private readonly standings: StandingStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async run(userId: string, input: Input<typeof Contract>): Promise<Result> {
    const { version, hash, answers, locale } = input
    if (version !== QUESTIONNAIRE.version || hash !== QUESTIONNAIRE.hash) {
      return refuse(APPROPRIATENESS_OUTDATED, 'The questions were updated. Please read them again.', QUESTIONNAIRE)
    }
    const faults = faultsOf(answers)
    if (faults.length > 0) return refuseFields(faults)
    let stored: Result | undefined
    const outcome = await this.ledger.decideAndCommit<Result>(async () => {
      const at = this.clock.now()
      const before = await this.standings.of(userId)
      const made = attempt(before, answers, at)
      if (made.kind === 'paused') return { done: paused(made.retryAt, locale) }
      if (made.kind === 'known') return { done: resultOf(before, made.wrong, at, locale) }
      // Not read again after the commit: by then another tab may have made the next attempt.
      stored = resultOf(made.next, made.wrong, at, locale)
      const saves = attemptSaves(made.next, { questionnaire: QUESTIONNAIRE, locale, answers, wrong: made.wrong, at })
      return { key: `answer:${this.ids.next()}`, inputHash: userId, transfers: [], saves, events: [] }
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`the answers were not recorded: ${outcome.reason}`)
    return stored!
  }
}

/** Returns the result of an attempt after which the standing is this. */
function resultOf(standing: Standing, wrong: Parameters<typeof explained>[0], at: Date, locale: string): Result {
  const passed = passOf(standing, at)
  if (passed) {
    const { passedAt, validUntil } = passed
    return ok({ passed: true, wrong: [], passedAt: passedAt.toISOString(), validUntil: validUntil.toISOString() })
  }
  const retryAt = pauseOf(standing, at)
  const next = retryAt ? { retryAt: retryAt.toISOString() } : { attemptsLeft: attemptsLeft(standing) }
  return ok({ passed: false, wrong: explained(wrong, languageFor(locale)), ...next })
}

/** Returns the refusal of an attempt during a pause. */
export const paused = (retryAt: Date, locale?: string) =>
  refuse(APPROPRIATENESS_PAUSED, pausedText(retryAt, languageFor(locale)), { retryAt: retryAt.toISOString() })
