import { ok } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadDashboard } from './read-dashboard.js'
import { ReadValueOverTime } from './read-value-over-time.js'

@Controller()
export class DashboardController {
  constructor(
    private readonly read: ReadDashboard,
    private readonly overTime: ReadValueOverTime,
  ) {}

  @Rpc(contracts.GetDashboard)
  async getDashboard(@Caller() caller: Caller) {
    return ok(await this.read.run(caller.userId))
  }

  @Rpc(contracts.GetValueOverTime)
  async getValueOverTime(@Caller() { userId }: Caller) {
    return ok(await this.overTime.run(userId))
  }

  @Rpc(contracts.ListHoldings)
  async listHoldings(@Caller() caller: Caller) {
    const holdings = await this.read.listHoldings(caller.userId)
    return ok({ holdings, count: holdings.length })
  }
}
