import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { PlaceOrder } from './place-order.js'
import { PreviewOrder } from './preview-order.js'
import { ReadOrders } from './read-orders.js'
import { ReadRequirements } from './read-requirements.js'

@Controller()
export class OrdersController {
  constructor(
    private readonly preview: PreviewOrder,
    private readonly place: PlaceOrder,
    private readonly read: ReadOrders,
    private readonly requirements: ReadRequirements,
  ) {}

  @Rpc(contracts.PreviewOrder)
  previewOrder(@Input() input: InputOf<typeof contracts.PreviewOrder>) {
    return this.preview.run(input)
  }

  @Rpc(contracts.PlaceOrder)
  placeOrder(@Input() input: InputOf<typeof contracts.PlaceOrder>, @Caller() caller: Caller) {
    return this.place.run(caller.userId, input)
  }

  @Rpc(contracts.GetOrderRequirements)
  getOrderRequirements(@Input() input: InputOf<typeof contracts.GetOrderRequirements>, @Caller() caller: Caller) {
    return this.requirements.run(caller.userId, input)
  }

  @Rpc(contracts.GetOrder)
  getOrder(@Input() input: InputOf<typeof contracts.GetOrder>, @Caller() caller: Caller) {
    return this.read.one(caller.userId, input)
  }

  @Rpc(contracts.GetOrderBySession)
  getOrderBySession(@Input() input: InputOf<typeof contracts.GetOrderBySession>, @Caller() caller: Caller) {
    return this.read.bySession(caller.userId, input)
  }

  @Rpc(contracts.ListOrders)
  listOrders(@Input() input: InputOf<typeof contracts.ListOrders>, @Caller() caller: Caller) {
    return this.read.list(caller.userId, input)
  }
}
