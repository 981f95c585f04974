import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type { CheckedCard, CheckInvestorCard as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock, type SigningKey } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { isPayable } from '../cash/cash.api.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { InvestorNames } from '../investors/investor-names.js'
import { InvestorStore } from '../investors/investors.api.js'
import { ReadRewards } from '../rewards/rewards.api.js'
import { signatureOf, statementKey } from '../statements/statements.api.js'
import { cardKey, hashOfNumber, readCardNumber } from './card-number.js'
import { type InvestorCard, InvestorCardStore } from './investor-card.store.js'
import { shortName } from './short-name.js'

/** Checks digital cards for anyone who has their number. */
@Injectable()
export class CheckInvestorCard {
  private readonly key: Buffer
  private readonly signingKey: SigningKey

  constructor(
    private readonly cards: InvestorCardStore,
    private readonly investors: InvestorStore,
    private readonly names: InvestorNames,
    private readonly rewards: ReadRewards,
    @Inject(CONFIG) config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.key = cardKey(config.INVESTMENT_MASTER_KEY)
    this.signingKey = statementKey(config.INVESTMENT_MASTER_KEY)
  }

  async run({ number: text }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const number = readCardNumber(text)
    const found = number && (await this.cards.byHash(hashOfNumber(this.key, number)))
    if (!found) return refuse(NOT_FOUND, 'Hissa has issued no card with this number.')
    const stated = await this.stateOf(found)
    const card: CheckedCard = { type: 'hissa.card.v1', number, ...stated, checkedAt: this.clock.now().toISOString() }
    return ok({ card, signature: signatureOf(card, this.signingKey) })
  }

  /** Returns the state, and for a valid card who its holder is, as far as a stranger needs it. */
  private async stateOf({ userId, state }: InvestorCard): Promise<Omit<CheckedCard, 'type' | 'number' | 'checkedAt'>> {
    if (state !== 'active') return { state }
    const member = isPayable(await this.investors.statusOf(userId)) && (await this.names.member(userId))
    if (!member) return { state: 'not_valid' }
    const tier = await this.rewards.tierOf(userId)
    return { state: 'valid', holder: shortName(member.name), tier, memberSince: member.joinedAt }
  }
}
