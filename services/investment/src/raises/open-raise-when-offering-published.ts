import { RaiseOpened } from '@hissa/contracts/investment'
import { OfferingPublished } from '@hissa/contracts/property'
import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { newEvent, outboxRow, type Reaction, type ReceivedEvent } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { dueFrom } from '../due/due.js'
import { IDS, type Ids } from '../ports.js'
import {
  amend,
  countAccounts,
  countUnits,
  issueUnits,
  type OfferingTerms,
  type Raise,
  raiseEventData,
} from './raise.js'
import { countPhase, raiseProgress } from './progress.js'
import { RAISES, RaiseStore, refsOf } from './raise.store.js'

/**
 * Opens a raise: issues its units to the treasury and publishes `investment.raise.opened.v1`. Newer terms of an
 * existing raise change only some of its fields (see `amend`).
 */
@Injectable()
export class OpenRaiseWhenOfferingPublished implements Reaction<typeof OfferingPublished> {
  readonly on = OfferingPublished
  readonly consumer = 'investment-open-raise-when-offering-published'
  readonly ownTransaction = true

  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ id, data }: ReceivedEvent<typeof OfferingPublished>): Promise<void> {
    const { propertyId, ...published } = data
    const { unitsTotal, unitsIssued = unitsTotal, minimumUnits = unitsTotal } = published
    const terms = { ...published, unitsIssued, minimumUnits, deadline: new Date(published.deadline) }
    const outcome = await this.ledger.decideAndCommit(async () => {
      const raise = await this.raises.byId(propertyId)
      if (!raise) return this.open(propertyId, terms, id)
      return this.amend(raise, terms, id) ?? { done: 'these terms are known' }
    })
    if ('ok' in outcome && !outcome.ok) throw new Error(`the raise of ${propertyId} was not opened: ${outcome.reason}`)
  }

  private open(propertyId: string, terms: OfferingTerms, eventId: string): Change {
    const state = 'active'
    const openedAt = this.clock.now()
    const due = dueFrom('deadline' as const, terms.deadline)
    const raise: Raise = { _id: propertyId, ...terms, state, openedAt, version: 1 }
    const openedId = this.ids.next()
    return {
      key: `raise:${propertyId}:open`,
      inputHash: eventId,
      transfers: [issueUnits(propertyId, terms.unitsTotal)],
      saves: [
        {
          collection: RAISES,
          id: propertyId,
          version: 0,
          set: { ...terms, state, openedAt, due, phase: 0, refs: refsOf(propertyId, terms.slug) },
        },
      ],
      events: [],
      reads: countAccounts(propertyId),
      derive: ({ balance, seq, at }) => {
        const data = raiseEventData(raise, countUnits(raise, balance), seq)
        const event = { aggregateId: propertyId, version: seq, data, time: at, eventId: openedId }
        return { events: [{ row: outboxRow(newEvent(RaiseOpened, event)) }] }
      },
    }
  }

  private amend(raise: Raise, terms: OfferingTerms, eventId: string): Change | undefined {
    const amended = amend(raise, terms)
    if (!amended) return undefined
    const { _id: propertyId, version } = raise
    if (amended.refused.length > 0) {
      this.logger.error({ propertyId, fields: amended.refused }, 'terms that people have bought under were not changed')
    }
    const phase = (raise.phase ?? 0) + 1
    const set = { ...amended.set, phase, refs: refsOf(propertyId, terms.slug) }
    return {
      key: `raise:${propertyId}:amend:${terms.offeringVersion}`,
      inputHash: eventId,
      transfers: [countPhase(propertyId, 'amend')],
      saves: [{ collection: RAISES, id: propertyId, version, set }],
      events: [],
      // Publishes the raise with its new deadline.
      ...raiseProgress({ ...raise, ...amended.set, phase }, this.ids),
    }
  }
}
