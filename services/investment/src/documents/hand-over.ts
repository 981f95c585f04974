import { UPLOAD_LIMIT_BYTES } from '@hissa/contracts/investment'
import { PartDownError, TIME_LIMITS, TIMING, type TimeLimits, type Timing } from '@hissa/kernel'
import { NoTurn, Turns } from '@hissa/kernel/workers'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'

/** Each hand-over has a document of up to 10 MB in memory several times. */
const LIMITS = { atATime: 2, maxWaiting: 40, maxWaitingPerUser: 4 }

/** Hands stored documents of a property over to the gateway, few at a time. */
@Injectable()
export class HandOver {
  private readonly turns: Turns

  constructor(
    private readonly storage: Storage,
    @Inject(TIMING) timing: Timing,
    @Inject(TIME_LIMITS) { deedQueueMs }: Pick<TimeLimits, 'deedQueueMs'>,
  ) {
    this.turns = new Turns({ ...LIMITS, longestWaitMs: deedQueueMs }, timing)
  }

  /** Does the work once few others are in progress. Throws PartDownError to a caller who would wait too long. */
  async inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const end = await this.turns.take(userId).catch((error: unknown) => {
      throw error instanceof NoTurn ? new PartDownError('Too many documents are being read', { cause: error }) : error
    })
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Puts a stored document into quarantine, from which the gateway reads it once. */
  async of<T>(propertyId: string, { objectRef, contentType }: { objectRef: string; contentType: T }) {
    const bytes = await this.storage.get(propertyId, objectRef)
    const handover = await this.storage.putQuarantine(once(bytes), { limitBytes: UPLOAD_LIMIT_BYTES })
    return { ...handover, contentType }
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}
