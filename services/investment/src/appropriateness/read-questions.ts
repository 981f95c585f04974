import { type Answer, type Input, ok } from '@hissa/contracts'
import type { GetAppropriateness as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { languageFor } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { ClassStore } from '../classification/classification.api.js'
import { passOf, pauseOf, stateOf } from './attempt.js'
import { QUESTIONNAIRE, questionsIn } from './questionnaire.js'
import { StandingStore } from './standing.store.js'

/** Reads the questions about the risks, and whether the investor has passed them. */
@Injectable()
export class ReadQuestions {
  constructor(
    private readonly standings: StandingStore,
    private readonly classes: ClassStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(userId: string, input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const at = this.clock.now()
    const [standing, investorClass] = await Promise.all([this.standings.of(userId), this.classes.classOf(userId, at)])
    const language = languageFor(input.locale)
    const state = stateOf(standing, investorClass, at)
    const passed = state === 'passed' ? passOf(standing, at) : undefined
    const retryAt = state === 'paused' ? pauseOf(standing, at) : undefined
    return ok({
      state,
      ...QUESTIONNAIRE,
      ...{ locale: language === 'ar' ? 'ar' : 'en', language },
      questions: questionsIn(language),
      ...(passed ? { passedAt: passed.passedAt.toISOString(), validUntil: passed.validUntil.toISOString() } : {}),
      ...(retryAt ? { retryAt: retryAt.toISOString() } : {}),
    })
  }
}
