import * as contracts from '@hissa/contracts/investment'
import { Caller, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadReconciliation } from './read-reconciliation.js'

@Controller()
export class ReconciliationController {
  constructor(private readonly reconciliation: ReadReconciliation) {}

  @Rpc(contracts.ListReconciliation)
  list(@Caller() by: Caller) {
    return this.reconciliation.list(by)
  }

  @Rpc(contracts.RunReconciliation)
  start(@Caller() by: Caller) {
    return this.reconciliation.start(by)
  }
}
