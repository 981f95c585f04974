import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { CancelOrder } from './cancel-order.js'

@Controller()
export class LifecycleController {
  constructor(private readonly cancel: CancelOrder) {}

  @Rpc(contracts.CancelOrder)
  cancelOrder(@Input() input: InputOf<typeof contracts.CancelOrder>, @Caller() caller: Caller) {
    return this.cancel.run(caller.userId, input)
  }
}
