import * as contracts from '@hissa/contracts/investment'
import { Caller, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadDashboard } from './read-dashboard.js'

@Controller()
export class HoldingsController {
  constructor(private readonly read: ReadDashboard) {}

  @Rpc(contracts.GetDashboard)
  getDashboard(@Caller() caller: Caller) {
    return this.read.run(caller.userId)
  }

  @Rpc(contracts.ListHoldings)
  async listHoldings(@Caller() caller: Caller) {
    const holdings = await this.read.listHoldings(caller.userId)
    return { holdings, count: holdings.length }
  }
}
