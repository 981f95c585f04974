import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, ok, refuse, NOT_FOUND } from '@hissa/contracts'
import { type GetDeed, type GetStaffDeed, UPLOAD_LIMIT_BYTES } from '@hissa/contracts/investment'
import { Storage } from '@hissa/storage'
import { Injectable } from '@nestjs/common'
import { HoldingStore } from '../holdings/holdings.api.js'
import { type DeedVersion, deedWithHash, filedDeed, RaiseStore } from '../raises/raises.api.js'

/** Hands stored deeds over to the gateway: to finance staff, and to investors with registered shares. */
@Injectable()
export class ReadDeed {
  constructor(
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
  ) {}

  async forStaff({ propertyId, sha256 }: Input<typeof GetStaffDeed>, by: Actor): Promise<Answer<typeof GetStaffDeed>> {
    const raise = await this.raises.byId(propertyId)
    const deed = raise && deedWithHash(raise, sha256)
    if (!deed) return noDeed()
    const detail = { version: deed.version, sha256 }
    // Written before the document is returned, so that no read goes unrecorded.
    await this.staff.record(by, { action: 'deed.read', subject: `raise:${propertyId}`, detail })
    return ok(await this.handOver(propertyId, deed))
  }

  async forHolder({ propertyId }: Input<typeof GetDeed>, userId: string): Promise<Answer<typeof GetDeed>> {
    const holding = await this.holdings.of(userId, propertyId)
    if (!holding?.allottedUnits) return noDeed()
    const raise = await this.raises.byId(propertyId)
    const deed = raise && filedDeed(raise)
    return deed ? ok(await this.handOver(propertyId, deed)) : noDeed()
  }

  private async handOver(propertyId: string, { objectRef, contentType }: DeedVersion) {
    const bytes = await this.storage.get(propertyId, objectRef)
    const handover = await this.storage.putQuarantine(once(bytes), { limitBytes: UPLOAD_LIMIT_BYTES })
    return { ...handover, contentType }
  }
}

const noDeed = () => refuse(NOT_FOUND, 'There is no such document.')

async function* once(bytes: Buffer) {
  yield bytes
}
