import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type { CreateIncomeFeed, DeleteIncomeFeed, GetIncomeFeed, ReadIncomeFeed } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { createHash, randomBytes } from 'node:crypto'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { ReadIncome } from '../income/income.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { incomeCalendar } from './income-calendar.js'
import { IncomeFeedStore } from './income-feed.store.js'

const TOKEN_BYTES = 32
/** The newest distributions that a calendar shows. */
const MOST = 100

/** Gives an investor's income calendar a secret address, and reads the calendar for anyone who has it. */
@Injectable()
export class ManageIncomeFeed {
  constructor(
    private readonly feeds: IncomeFeedStore,
    private readonly investors: InvestorStore,
    private readonly income: ReadIncome,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(userId: string): Promise<Answer<typeof GetIncomeFeed>> {
    const feed = await this.feeds.ofUser(userId)
    return ok(feed ? { createdAt: feed.createdAt.toISOString() } : {})
  }

  async create({ locale }: Input<typeof CreateIncomeFeed>, userId: string): Promise<Answer<typeof CreateIncomeFeed>> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const createdAt = this.clock.now()
    await this.feeds.replace({ _id: userId, tokenHash: hashOf(token), locale, createdAt })
    const address = `${this.config.PUBLIC_URL.replace(/\/+$/, '')}/api/income-calendar/${token}.ics`
    return ok({ address, createdAt: createdAt.toISOString() })
  }

  async remove(userId: string): Promise<Answer<typeof DeleteIncomeFeed>> {
    await this.feeds.remove(userId)
    return ok({})
  }

  async read({ token }: Input<typeof ReadIncomeFeed>): Promise<Answer<typeof ReadIncomeFeed>> {
    const feed = await this.feeds.byHash(hashOf(token))
    if (!feed || (await this.investors.statusOf(feed._id)) === 'suspended')
      return refuse(NOT_FOUND, 'There is no such calendar.')
    const listed = await this.income.ofInvestor({ limit: MOST }, feed._id)
    if (!listed.ok) throw new Error('the first page of income was refused')
    const { income, next } = listed.value
    const facts = { income, next, publicUrl: this.config.PUBLIC_URL, at: this.clock.now() }
    return ok({ calendar: incomeCalendar(facts, feed.locale) })
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
