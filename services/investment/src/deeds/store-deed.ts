import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type ErrorsOf, type Input, ok, type Refused, type Result } from '@hissa/contracts'
import type { StoreDeed as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { takeDocument, type TakenDocument } from '../documents/documents.api.js'
import { ConflictsOfInterest, notPossible } from '../payments/payments.api.js'
import { IDS, type Ids } from '../ports.js'
import {
  type DeedVersion,
  deedVersionView,
  newestDeed,
  noProperty,
  type Raise,
  RAISES,
  RaiseStore,
} from '../raises/raises.api.js'

type Refusals = ErrorsOf<typeof Contract>

/**
 * Stores the title deed of a raise as its newest version, unchanged and encrypted with the property's key. The raise
 * names its versions, so that storing one and filing another are decided one after the other.
 */
@Injectable()
export class StoreDeed {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async run({ propertyId, ...file }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    // The gateway removes the upload after a refusal.
    const possible = await this.possible(propertyId, by)
    if (!possible.ok) return possible
    const taken = await takeDocument(this.storage, file)
    if (!taken.ok) return taken
    const document = taken.value
    const before = newestDeed(possible.value)
    if (before?.sha256 === document.sha256) return ok({ deed: deedVersionView(before) })
    const objectRef = await this.storage.put(propertyId, document.bytes)
    // Not deleted if the commit throws: it may have been written, with a reference to the object.
    const saved = await this.save(propertyId, { ...document, objectRef }, by)
    if (!saved.ok) await this.storage.delete(objectRef)
    return saved
  }

  /** Returns the raise whose deed may be stored now: it is closed, and its deed isn't filed yet. */
  private async possible(propertyId: string, by: Actor): Promise<Result<Raise, Refusals>> {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    const conflict = await this.conflicts.refuseConflictOfInterest(by.userId, { kind: 'raise', id: propertyId })
    if (conflict) return conflict
    return raise.state !== 'funded' || raise.deed ? notPossible('raise_state') : ok(raise)
  }

  private async save(
    propertyId: string,
    { bytes: _, ...document }: TakenDocument & { objectRef: string },
    by: Actor,
  ): Promise<Answer<typeof Contract>> {
    let stored: DeedVersion | undefined
    const outcome = await this.ledger.decideAndCommit<Refused<Refusals>>(async () => {
      const possible = await this.possible(propertyId, by)
      if (!possible.ok) return { done: possible }
      const raise = possible.value
      const before = raise.deedVersions ?? []
      stored = { ...document, version: before.length + 1, storedAt: this.clock.now(), storedBy: by.userId }
      return this.change(raise, [...before, stored], by)
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`the deed of ${propertyId} was not stored: ${outcome.reason}`)
    return ok({ deed: deedVersionView(stored!) })
  }

  private change(raise: Raise, deedVersions: readonly DeedVersion[], by: Actor): Change {
    const { version, sha256, contentType, sizeBytes } = deedVersions.at(-1)!
    const detail = { version, sha256, contentType, sizeBytes }
    const saves = [
      { collection: RAISES, id: raise._id, version: raise.version, set: { deedVersions } },
      this.staff.save(by, { action: 'deed.stored', subject: `raise:${raise._id}`, detail }),
    ]
    const id = this.ids.next()
    return { key: `deed:${id}`, inputHash: id, transfers: [], saves, events: [] }
  }
}
