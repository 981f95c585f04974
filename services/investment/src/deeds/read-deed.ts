import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, ok, refuse, NOT_FOUND } from '@hissa/contracts'
import { type GetDeed, type GetStaffDeed } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import { HandOver } from '../documents/documents.api.js'
import { HoldingStore } from '../holdings/holdings.api.js'
import { deedWithHash, filedDeed, RaiseStore } from '../raises/raises.api.js'

/** Hands stored deeds over to the gateway: to finance staff, and to investors with registered shares. */
@Injectable()
export class ReadDeed {
  constructor(
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    private readonly documents: HandOver,
    private readonly staff: StaffAudit,
  ) {}

  async forStaff({ propertyId, sha256 }: Input<typeof GetStaffDeed>, by: Actor): Promise<Answer<typeof GetStaffDeed>> {
    const raise = await this.raises.byId(propertyId)
    const deed = raise && deedWithHash(raise, sha256)
    if (!deed) return noDeed()
    const detail = { version: deed.version, sha256 }
    return this.documents.inTurn(by.userId, async () => {
      // Written before the document is returned, so that no read goes unrecorded.
      await this.staff.record(by, { action: 'deed.read', subject: `raise:${propertyId}`, detail })
      return ok(await this.documents.of(propertyId, deed))
    })
  }

  async forHolder({ propertyId }: Input<typeof GetDeed>, userId: string): Promise<Answer<typeof GetDeed>> {
    const holding = await this.holdings.of(userId, propertyId)
    if (!holding?.allottedUnits) return noDeed()
    const raise = await this.raises.byId(propertyId)
    const deed = raise && filedDeed(raise)
    if (!deed) return noDeed()
    return this.documents.inTurn(userId, async () => ok(await this.documents.of(propertyId, deed)))
  }
}

const noDeed = () => refuse(NOT_FOUND, 'There is no such document.')
