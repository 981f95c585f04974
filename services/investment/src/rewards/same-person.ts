import { IsSamePerson } from '@hissa/contracts/identity'
import { NotYet, RpcClient } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { CARD_GATEWAY, type CardGateway } from '../processor/processor.api.js'

const IDENTITY_WITHIN_MS = 3_000

/** Judges whether two accounts belong to one person, by what identity and the card processor know. */
@Injectable()
export class SamePerson {
  constructor(
    private readonly rpc: RpcClient,
    private readonly investors: InvestorStore,
    @Inject(CARD_GATEWAY) private readonly cards: CardGateway,
  ) {}

  /**
   * Returns whether the accounts have a mailbox, a phone number, a name with date of birth, or a saved card in common.
   * Throws if identity doesn't answer, and NotYet if the card processor doesn't.
   */
  async run(userId: string, otherId: string): Promise<boolean> {
    const { same } = await this.rpc.call(
      IsSamePerson,
      { userIds: [userId, otherId] },
      { timeoutMs: IDENTITY_WITHIN_MS },
    )
    if (same) return true
    const [cards, others] = await Promise.all([this.cardsOf(userId), this.cardsOf(otherId)])
    return cards.some((card) => others.includes(card))
  }

  private async cardsOf(userId: string): Promise<string[]> {
    const { customerId } = await this.investors.payer(userId)
    try {
      return customerId ? await this.cards.fingerprints(customerId) : []
    } catch (error) {
      throw new NotYet('the card processor does not answer about cards', { cause: error })
    }
  }
}
