import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ListApprovals } from './list-approvals.js'
import { ListHeldOrders } from './list-held-orders.js'
import { ReadClientMoney } from './read-client-money.js'
import { ReadNames } from './read-names.js'
import { ReadStaffOrder } from './read-order.js'
import { ReadRaises } from './read-raises.js'
import { RecordExport } from './record-export.js'
import { SearchOrders } from './search-orders.js'

@Controller()
export class DeskController {
  constructor(
    private readonly raises: ReadRaises,
    private readonly orders: SearchOrders,
    private readonly order: ReadStaffOrder,
    private readonly approvals: ListApprovals,
    private readonly held: ListHeldOrders,
    private readonly names: ReadNames,
    private readonly exports: RecordExport,
    private readonly money: ReadClientMoney,
  ) {}

  @Rpc(contracts.ListRaises)
  listRaises(@Input() input: InputOf<typeof contracts.ListRaises>, @Caller() by: Caller) {
    return this.raises.list(input, by)
  }

  @Rpc(contracts.GetRaise)
  getRaise(@Input() input: InputOf<typeof contracts.GetRaise>, @Caller() by: Caller) {
    return this.raises.one(input, by)
  }

  @Rpc(contracts.SearchOrders)
  searchOrders(@Input() input: InputOf<typeof contracts.SearchOrders>, @Caller() by: Caller) {
    return this.orders.run(input, by)
  }

  @Rpc(contracts.GetStaffOrder)
  getStaffOrder(@Input() input: InputOf<typeof contracts.GetStaffOrder>, @Caller() by: Caller) {
    return this.order.run(input, by)
  }

  @Rpc(contracts.ListHeldOrders)
  listHeldOrders(@Input() input: InputOf<typeof contracts.ListHeldOrders>, @Caller() by: Caller) {
    return this.held.run(input, by)
  }

  @Rpc(contracts.ListApprovals)
  listApprovals(@Input() input: InputOf<typeof contracts.ListApprovals>, @Caller() by: Caller) {
    return this.approvals.run(input, by)
  }

  @Rpc(contracts.ReadClientMoney)
  readClientMoney(@Caller() by: Caller) {
    return this.money.run(by)
  }

  @Rpc(contracts.ReadNames)
  readNames(@Input() input: InputOf<typeof contracts.ReadNames>, @Caller() by: Caller) {
    return this.names.run(input, by)
  }

  @Rpc(contracts.RecordExport)
  recordExport(@Input() input: InputOf<typeof contracts.RecordExport>, @Caller() by: Caller) {
    return this.exports.run(input, by)
  }
}
