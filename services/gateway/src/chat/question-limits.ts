import { Inject, Injectable } from '@nestjs/common'
import type { SharedLimiter } from '../http/shared-limiter.js'

export const QUESTIONS = Symbol('QUESTIONS')
export const SPEECHES = Symbol('SPEECHES')

abstract class Limits {
  constructor(private readonly limiter: SharedLimiter) {}

  /**
   * Counts a request for its address (IPv6: network) and for its user, so that neither many users nor many addresses
   * evade the limit.
   */
  async isLimited(address: string, userId: string | undefined): Promise<boolean> {
    const keys = [`ip:${address}`, ...(userId === undefined ? [] : [`sub:${userId}`])]
    const counts = await Promise.all(keys.map((key) => this.limiter.count(key)))
    return counts.some(({ limited }) => limited)
  }
}

/** Counts questions to the assistant, whether they come over HTTP or a socket. */
@Injectable()
export class QuestionLimits extends Limits {
  constructor(@Inject(QUESTIONS) questions: SharedLimiter) {
    super(questions)
  }
}

/** Counts texts to read aloud. */
@Injectable()
export class SpeechLimits extends Limits {
  constructor(@Inject(SPEECHES) speeches: SharedLimiter) {
    super(speeches)
  }
}
