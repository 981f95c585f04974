import { StaffAudit, type Actor } from '@hissa/audit'
import { ok, type Answer, type Input } from '@hissa/contracts'
import type { GetShareholder as Contract } from '@hissa/contracts/tokenisation'
import { Inject, Injectable } from '@nestjs/common'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { chainView } from '../reads/chain-view.js'
import { ShareholderViews } from './shareholder-views.js'
import { Shareholders } from './shareholders.js'

/** Reads everything about one shareholder for staff. Every read writes an audit row. */
@Injectable()
export class ReadShareholder {
  constructor(
    private readonly shareholders: Shareholders,
    private readonly views: ShareholderViews,
    private readonly staff: StaffAudit,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
  ) {}

  async execute({ userId }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const facts = await this.shareholders.factsOf(userId)
    if (!facts.ok) return facts
    await this.staff.record(by, { action: 'shareholder.read', subject: userId, detail: {} })
    return ok({ chain: chainView(this.config), shareholder: await this.views.one(facts.value, by) })
  }
}
