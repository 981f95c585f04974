import type { EventData } from '@hissa/contracts'
import {
  RaiseCompleted,
  RaiseExtended,
  RaiseFailed,
  RaiseFunded,
  RaiseOpened,
  RaiseProgressed,
  RaiseReopened,
} from '@hissa/contracts/investment'
import { PropertyChanged } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox, reaction, type ReactionTable } from '@hissa/messaging'
import { gather, type ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { applyRaise } from './property.js'
import { PropertyStore } from './property.store.js'

/** The consumer of each event that carries the state and counts of a raise. */
const EVENTS = [
  [RaiseOpened, 'property-apply-raise-when-raise-opened'],
  [RaiseProgressed, 'property-apply-raise-when-raise-progressed'],
  [RaiseFunded, 'property-apply-raise-when-raise-funded'],
  [RaiseReopened, 'property-apply-raise-when-raise-reopened'],
  [RaiseExtended, 'property-apply-raise-when-raise-extended'],
  [RaiseFailed, 'property-apply-raise-when-raise-failed'],
  [RaiseCompleted, 'property-apply-raise-when-raise-completed'],
] as const

/** Long enough to apply the progress of several orders at once, and not noticed by a reader. */
const LINGER_MS = 250

/** Applies a newer version of a raise to its public property. Events: property.property.changed.v1. */
@Injectable()
export class ApplyRaiseWhenRaiseChanges implements ReactionTable {
  readonly reactions = EVENTS.map(([on, consumer]) =>
    reaction(on, consumer, async ({ data }, session) => this.note(data, session), { lingerMs: LINGER_MS }),
  )

  constructor(
    private readonly store: PropertyStore,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Applies only the newest of the events that arrive together about one raise. */
  private note(fact: EventData<typeof RaiseProgressed>, session: ClientSession): void {
    gather(session, this, fact, async (facts) => {
      const newest = new Map<string, EventData<typeof RaiseProgressed>>()
      for (const one of facts) {
        const known = newest.get(one.propertyId)
        if (!known || known.version < one.version) newest.set(one.propertyId, one)
      }
      for (const one of newest.values()) await this.apply(one, session)
    })
  }

  private async apply(fact: EventData<typeof RaiseProgressed>, session: ClientSession): Promise<void> {
    const property = await this.store.load(fact.propertyId, session)
    if (!property) throw new Error(`a raise of ${fact.propertyId} was announced, which is not in the catalogue`)
    const at = this.clock.now()
    const next = applyRaise(property, fact, at)
    if (next === property) return
    await this.store.save(next, property.version, session)
    const data = { propertyId: next.propertyId, version: next.version }
    await this.outbox.append(
      session,
      newEvent(PropertyChanged, { aggregateId: next.propertyId, version: next.version, data, time: at }),
    )
  }
}
