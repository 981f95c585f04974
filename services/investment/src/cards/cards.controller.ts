import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ManageCards } from './manage-cards.js'
import { ReadOrderCheckout } from './read-order-checkout.js'

@Controller()
export class CardsController {
  constructor(
    private readonly cards: ManageCards,
    private readonly checkout: ReadOrderCheckout,
  ) {}

  @Rpc(contracts.GetOrderCheckout)
  getOrderCheckout(@Input() input: InputOf<typeof contracts.GetOrderCheckout>, @Caller() caller: Caller) {
    return this.checkout.run(caller.userId, input)
  }

  @Rpc(contracts.ListCards)
  listCards(@Caller() caller: Caller) {
    return this.cards.list(caller.userId)
  }

  @Rpc(contracts.AddCard)
  addCard(@Caller() caller: Caller) {
    return this.cards.add(caller.userId)
  }

  @Rpc(contracts.RemoveCard)
  removeCard(@Input() input: InputOf<typeof contracts.RemoveCard>, @Caller() caller: Caller) {
    return this.cards.remove(caller.userId, input)
  }
}
