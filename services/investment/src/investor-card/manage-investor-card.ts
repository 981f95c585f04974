import { ACCOUNT_SUSPENDED, type Answer, type Input, NOT_FOUND, ok, refuse, type Refused } from '@hissa/contracts'
import {
  type FreezeInvestorCard,
  type GetInvestorCard,
  INVESTOR_CARD_REPLACED,
  INVESTOR_CARDS_TOO_OFTEN,
  InvestorCardChanged,
  type InvestorCardView,
  KYC_REQUIRED,
  type ReissueInvestorCard,
  type ShowInvestorCard,
} from '@hissa/contracts/investment'
import { qrPath } from '@hissa/documents'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import { KeyRing } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { isPayable } from '../cash/cash.api.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { InvestorNames } from '../investors/investor-names.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids } from '../ports.js'
import { ReadRewards } from '../rewards/rewards.api.js'
import { cardKey, hashOfNumber, newCardNumber } from './card-number.js'
import { INVESTOR_CARDS, type InvestorCard, InvestorCardStore } from './investor-card.store.js'

/** Cards that an investor may have issued in 24 hours, so that nobody fills the store. */
const MOST_ISSUED_A_DAY = 5
const DAY_MS = 24 * 3_600_000

type CurrentState = InvestorCardView['state']

/**
 * Issues, shows, freezes and replaces the digital cards of investors. The number is sealed with the investor's key, and is
 * in no event. Events: `investment.investor_card.changed.v1`.
 */
@Injectable()
export class ManageInvestorCard {
  private readonly key: Buffer

  constructor(
    private readonly ledger: Committer,
    private readonly cards: InvestorCardStore,
    private readonly investors: InvestorStore,
    private readonly names: InvestorNames,
    private readonly rewards: ReadRewards,
    private readonly keys: KeyRing,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    this.key = cardKey(config.INVESTMENT_MASTER_KEY)
  }

  async read(userId: string): Promise<Answer<typeof GetInvestorCard>> {
    const refused = await this.refuseUnverified(userId)
    if (refused) return refused
    if (!(await this.cards.current(userId))) await this.issueFirst(userId)
    return this.view(userId)
  }

  async show(userId: string, { issue }: Input<typeof ShowInvestorCard>): Promise<Answer<typeof ShowInvestorCard>> {
    const refused = await this.refuseUnverified(userId)
    if (refused) return refused
    const card = await this.cards.current(userId)
    if (card?.issue !== issue) return replaced()
    const sealed = Buffer.from(card.sealed, 'base64')
    const { number } = await this.keys.openField<{ number: string }>(userId, fieldOf(card._id), sealed)
    const address = `${this.config.PUBLIC_URL.replace(/\/+$/, '')}/card/${number}`
    return ok({ number, address, qr: qrPath(address) })
  }

  /** Freezes the card or makes it valid again. A card that is in the state already stays as it is. */
  async change(
    userId: string,
    { issue }: Input<typeof FreezeInvestorCard>,
    state: CurrentState,
  ): Promise<Answer<typeof FreezeInvestorCard>> {
    const refused = await this.refuseUnverified(userId)
    if (refused) return refused
    const done = await this.decide<Replaced>(async () => {
      const card = await this.cards.current(userId)
      if (card?.issue !== issue) return { done: replaced() }
      return card.state === state ? { done: undefined } : this.commitOf([this.changed(card, state)])
    })
    return done ?? this.view(userId)
  }

  /** Replaces a card. Once it is replaced, asking again returns the current one. */
  async reissue(
    userId: string,
    { issue }: Input<typeof ReissueInvestorCard>,
  ): Promise<Answer<typeof ReissueInvestorCard>> {
    const refused = await this.refuseUnverified(userId)
    if (refused) return refused
    const done = await this.decide<Replaced | TooOften>(async () => {
      const newest = await this.cards.newest(userId, MOST_ISSUED_A_DAY)
      const [card] = newest
      if (!card || card.issue < issue) return { done: replaced() }
      if (card.issue > issue) return { done: undefined }
      const tooOften = this.tooOften(newest)
      if (tooOften) return { done: tooOften }
      const next = await this.sealed(userId, issue + 1)
      return this.commitOf([this.changed(card, 'replaced'), this.issued(next)])
    })
    return done ?? this.view(userId)
  }

  private async issueFirst(userId: string): Promise<void> {
    await this.decide<never>(async () => {
      if (await this.cards.current(userId)) return { done: undefined }
      return this.commitOf([this.issued(await this.sealed(userId, 1))])
    })
  }

  private async refuseUnverified(userId: string) {
    const userStatus = await this.investors.statusOf(userId)
    if (isPayable(userStatus)) return undefined
    return userStatus === 'suspended'
      ? refuse(ACCOUNT_SUSPENDED, 'The card of this account can’t be used at the moment.')
      : refuse(KYC_REQUIRED, 'Your identity must be verified before you get a card.', { userStatus })
  }

  private tooOften(newest: readonly InvestorCard[]) {
    const oldest = newest[MOST_ISSUED_A_DAY - 1]
    const availableAt = oldest && new Date(oldest.issuedAt.getTime() + DAY_MS)
    if (!availableAt || availableAt <= this.clock.now()) return undefined
    return refuse(INVESTOR_CARDS_TOO_OFTEN, 'You have replaced your card too often today. Try again tomorrow.', {
      availableAt: availableAt.toISOString(),
    })
  }

  private async view(userId: string): Promise<Answer<typeof GetInvestorCard>> {
    const [card, member, tier] = await Promise.all([
      this.cards.current(userId),
      this.names.member(userId),
      this.rewards.tierOf(userId),
    ])
    // A card without a name would belong to anyone.
    if (!card || !member) return refuse(NOT_FOUND, 'The account has no name that a card could state.')
    const { issue, state, issuedAt, lastFour } = card
    const about = { holder: member.name, tier, memberSince: member.joinedAt, issuedAt: issuedAt.toISOString() }
    return ok({ card: { issue, state: state as CurrentState, ...about, lastFour } })
  }

  /** Returns a new card with a random number. */
  private async sealed(userId: string, issue: number): Promise<InvestorCard> {
    const number = newCardNumber()
    const _id = `${userId}:${issue}`
    const sealed = (await this.keys.sealField(userId, fieldOf(_id), { number })).toString('base64')
    const secret = { sealed, numberHash: hashOfNumber(this.key, number), lastFour: number.slice(-4) }
    return { _id, userId, issue, state: 'active', ...secret, issuedAt: this.clock.now(), version: 0 }
  }

  private issued({ _id: id, version, ...set }: InvestorCard) {
    return this.saved(set, { collection: INVESTOR_CARDS, id, version, set })
  }

  private changed({ _id: id, version, userId, issue }: InvestorCard, state: InvestorCard['state']) {
    return this.saved({ userId, issue, state }, { collection: INVESTOR_CARDS, id, version, set: { state } })
  }

  private saved(
    { userId, issue, state }: Omit<InvestorCard, '_id' | 'version'> | About,
    save: Change['saves'][number],
  ) {
    const version = save.version + 1
    const data = { userId, issue, state, version }
    const about = { aggregateId: save.id, version, data, time: this.clock.now(), eventId: this.ids.next() }
    return { save, event: { row: outboxRow(newEvent(InvestorCardChanged, about)) } }
  }

  private commitOf(parts: ReturnType<ManageInvestorCard['saved']>[]): Change {
    const { id, version } = parts[0]!.save
    const key = `investor-card:${id}:${version}`
    const saves = parts.map(({ save }) => save)
    return { key, inputHash: this.ids.next(), transfers: [], saves, events: parts.map(({ event }) => event) }
  }

  private async decide<R extends Refused<unknown>>(
    change: () => Promise<Change | { done: R | undefined }>,
  ): Promise<R | undefined> {
    const outcome = await this.ledger.decideAndCommit<R | undefined>(change)
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`the investor's card was not changed: ${outcome.reason}`)
    return undefined
  }
}

type About = Pick<InvestorCard, 'userId' | 'issue' | 'state'>

/** Returns the name of the field of a card that is sealed. */
const fieldOf = (cardId: string) => `investor-card/${cardId}`
type Replaced = ReturnType<typeof replaced>
type TooOften = NonNullable<ReturnType<ManageInvestorCard['tooOften']>>
const replaced = () => refuse(INVESTOR_CARD_REPLACED, 'This is no longer your current card.')
