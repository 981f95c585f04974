import {
  ACCOUNT_SUSPENDED,
  type Answer,
  type ErrorOf,
  type Input,
  NOT_FOUND,
  ok,
  refuse,
  type Result,
} from '@hissa/contracts'
import {
  type AddCard,
  type CardView,
  KYC_REQUIRED,
  type ListCards,
  PROCESSOR_UNAVAILABLE,
  type RemoveCard,
  TOO_MANY_CARDS,
} from '@hissa/contracts/investment'
import { type Clock, LOGGER, type Logger } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { InvestorStore } from '../investors/investors.api.js'
import { WALL_CLOCK } from '../ports.js'
import { CARD_GATEWAY, type CardGateway } from '../processor/processor.api.js'
import { isEligible } from '../rules/rules.api.js'

const MAX_CARDS = 10
/** The processor's shortest lifetime of a session is 30 minutes; the extra minute allows for the request itself. */
const SETUP_MS = 31 * 60_000

type Unreachable = ErrorOf<typeof PROCESSOR_UNAVAILABLE>

/**
 * Reads and changes an investor's saved cards, which only the processor stores. The investor's customer there is
 * created with the first card.
 */
@Injectable()
export class ManageCards {
  constructor(
    private readonly investors: InvestorStore,
    @Inject(CARD_GATEWAY) private readonly gateway: CardGateway,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(CONFIG) private readonly config: Pick<InvestmentConfig, 'PUBLIC_URL'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async list(userId: string): Promise<Answer<typeof ListCards>> {
    const { customerId } = await this.investors.payer(userId)
    const cards = await this.cardsOf(customerId)
    return cards.ok ? ok({ cards: cards.value, count: cards.value.length }) : cards
  }

  /** Opens a session for one card of a verified investor, who may open several; and at most MAX_CARDS cards are kept. */
  async add(userId: string): Promise<Answer<typeof AddCard>> {
    const { status, customerId: known } = await this.investors.payer(userId)
    if (status === 'suspended') return refuse(ACCOUNT_SUSPENDED, "This account can't add cards at the moment.")
    if (!isEligible(status)) {
      return refuse(KYC_REQUIRED, 'Your identity must be verified before you can save a card.', { userStatus: status })
    }
    const cards = await this.cardsOf(known)
    if (!cards.ok) return cards
    if (cards.value.length >= MAX_CARDS) {
      return refuse(TOO_MANY_CARDS, `You can save up to ${MAX_CARDS} cards.`, { maximum: MAX_CARDS })
    }
    const expiresAt = new Date(this.wall.now().getTime() + SETUP_MS)
    const returnUrl = `${this.config.PUBLIC_URL.replace(/\/$/, '')}/add-payment-method?session_id={CHECKOUT_SESSION_ID}`
    const opened = await this.ask(async () => {
      const customerId =
        known ?? (await this.investors.recordCustomer(userId, await this.gateway.createCustomer(userId)))
      return this.gateway.openSetup({ customerId, returnUrl, expiresAt })
    })
    return opened.ok ? ok({ ...opened.value, expiresAt: expiresAt.toISOString() }) : opened
  }

  async remove(userId: string, { cardId }: Input<typeof RemoveCard>): Promise<Answer<typeof RemoveCard>> {
    const { customerId } = await this.investors.payer(userId)
    const removed = customerId ? await this.ask(() => this.gateway.removeCard(customerId, cardId)) : ok(false)
    if (!removed.ok) return removed
    return removed.value ? this.list(userId) : refuse(NOT_FOUND, 'There is no such card.')
  }

  private cardsOf(customerId: string | undefined): Promise<Result<CardView[], Unreachable>> {
    return this.ask(async () => (customerId ? this.gateway.listCards(customerId) : []))
  }

  private async ask<T>(call: () => Promise<T>): Promise<Result<T, Unreachable>> {
    try {
      return ok(await call())
    } catch (error) {
      this.logger.warn({ err: error }, 'the card processor did not answer about cards')
      return refuse(PROCESSOR_UNAVAILABLE, "Your cards can't be reached at the moment. Please try again.")
    }
  }
}
