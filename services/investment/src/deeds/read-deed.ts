import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, ok, refuse, NOT_FOUND } from '@hissa/contracts'
import { type GetDeed, type GetStaffDeed, UPLOAD_LIMIT_BYTES } from '@hissa/contracts/investment'
import { PartDownError, TIME_LIMITS, TIMING, type TimeLimits, type Timing } from '@hissa/kernel'
import { NoTurn, Turns } from '@hissa/kernel/workers'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { HoldingStore } from '../holdings/holdings.api.js'
import { type DeedVersion, deedWithHash, filedDeed, RaiseStore } from '../raises/raises.api.js'

/** Each hand-over has a document of up to 10 MB in memory several times. */
const LIMITS = { atATime: 2, maxWaiting: 40, maxWaitingPerUser: 4 }

/** Hands stored deeds over to the gateway: to finance staff, and to investors with registered shares. */
@Injectable()
export class ReadDeed {
  private readonly turns: Turns

  constructor(
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
    @Inject(TIMING) timing: Timing,
    @Inject(TIME_LIMITS) { deedQueueMs }: Pick<TimeLimits, 'deedQueueMs'>,
  ) {
    this.turns = new Turns({ ...LIMITS, longestWaitMs: deedQueueMs }, timing)
  }

  async forStaff({ propertyId, sha256 }: Input<typeof GetStaffDeed>, by: Actor): Promise<Answer<typeof GetStaffDeed>> {
    const raise = await this.raises.byId(propertyId)
    const deed = raise && deedWithHash(raise, sha256)
    if (!deed) return noDeed()
    const detail = { version: deed.version, sha256 }
    return this.inTurn(by.userId, async () => {
      // Written before the document is returned, so that no read goes unrecorded.
      await this.staff.record(by, { action: 'deed.read', subject: `raise:${propertyId}`, detail })
      return ok(await this.handOver(propertyId, deed))
    })
  }

  async forHolder({ propertyId }: Input<typeof GetDeed>, userId: string): Promise<Answer<typeof GetDeed>> {
    const holding = await this.holdings.of(userId, propertyId)
    if (!holding?.allottedUnits) return noDeed()
    const raise = await this.raises.byId(propertyId)
    const deed = raise && filedDeed(raise)
    if (!deed) return noDeed()
    return this.inTurn(userId, async () => ok(await this.handOver(propertyId, deed)))
  }

  /** Does the work once few others are under way. Throws PartDownError to who would wait too long. */
  private async inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const end = await this.turns.take(userId).catch((error: unknown) => {
      throw error instanceof NoTurn ? new PartDownError('Too many deeds are being read', { cause: error }) : error
    })
    try {
      return await work()
    } finally {
      end()
    }
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
