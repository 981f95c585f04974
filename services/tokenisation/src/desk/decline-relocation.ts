import { audited, StaffAudit, type Actor } from '@hissa/audit'
import { NOT_FOUND, refuse, type Answer, type Input } from '@hissa/contracts'
import type { DeclineRelocation as Contract } from '@hissa/contracts/tokenisation'
import { Injectable } from '@nestjs/common'
import { relocationView, Relocations } from '../relocations/relocations.api.js'
import { ExpireProposals } from './expire-proposals.js'
import { ownShares } from './shareholders.js'

/** Declines an investor's request. The reason is only in the audit log. */
@Injectable()
export class DeclineRelocation {
  constructor(
    private readonly relocations: Relocations,
    private readonly expireProposals: ExpireProposals,
    private readonly staff: StaffAudit,
  ) {}

  execute({ relocationId, reason }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    return this.staff.run(by, async (session) => {
      const request = await this.relocations.byId(relocationId, session)
      if (!request) return refuse(NOT_FOUND, 'There is no such request.')
      if (request.userId === by.userId) return ownShares()
      const declined = await this.relocations.decline(request, session)
      if (!declined.ok) return declined
      // This can't fail: the investor has an account, and no one else ends these proposals in this transaction.
      const others = await this.expireProposals.execute(request.userId, by, session)
      if (!others.ok) throw new Error(`the proposals about a declined request could not be ended: ${others.error.code}`)
      const detail = { relocationId, kind: request.kind, reason }
      const done = { action: 'relocation.declined', subject: request.userId, detail }
      return audited({ relocation: relocationView(declined.value) }, done)
    })
  }
}
