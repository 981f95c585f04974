import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import type { RecordExport as Contract } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'

/** Records in the audit log that a member of staff saves a list as a file, which then leaves the platform. */
@Injectable()
export class RecordExport {
  constructor(private readonly staff: StaffAudit) {}

  async run({ list, rows, sha256 }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    await this.staff.record(by, { action: 'list.exported', subject: null, detail: { list, rows, sha256 } })
    return ok({ recorded: true })
  }
}
