import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadReceipt } from './read-receipt.js'

@Controller()
export class ReceiptsController {
  constructor(private readonly receipts: ReadReceipt) {}

  @Rpc(contracts.GetReceipt)
  getReceipt(@Input() input: InputOf<typeof contracts.GetReceipt>, @Caller() { userId }: Caller) {
    return this.receipts.forPayer(input, userId)
  }

  @Rpc(contracts.GetStaffReceipt)
  getStaffReceipt(@Input() input: InputOf<typeof contracts.GetStaffReceipt>, @Caller() by: Caller) {
    return this.receipts.forStaff(input, by)
  }
}
