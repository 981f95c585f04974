import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import { ListNames } from '@hissa/contracts/identity'
import type { ReadNames as Contract } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'

const IDENTITY_WITHIN_MS = 3_000

/**
 * Reads the names of investors and colleagues for staff. They come from identity and are not stored: the audit row of a
 * read has the ids only.
 */
@Injectable()
export class ReadNames {
  constructor(
    private readonly staff: StaffAudit,
    private readonly rpc: RpcClient,
  ) {}

  async run({ userIds }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const asked = [...new Set(userIds)]
    const { names } = await this.rpc.call(ListNames, { userIds: asked }, { timeoutMs: IDENTITY_WITHIN_MS })
    await this.staff.record(by, { action: 'names.read', subject: null, detail: { userIds: asked } })
    return ok({ names })
  }
}
