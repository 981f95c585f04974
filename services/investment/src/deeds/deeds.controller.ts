import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadDeed } from './read-deed.js'
import { StoreDeed } from './store-deed.js'

@Controller()
export class DeedsController {
  constructor(
    private readonly deeds: StoreDeed,
    private readonly reads: ReadDeed,
  ) {}

  @Rpc(contracts.StoreDeed)
  store(@Input() input: InputOf<typeof contracts.StoreDeed>, @Caller() by: Caller) {
    return this.deeds.run(input, by)
  }

  @Rpc(contracts.GetStaffDeed)
  getStaffDeed(@Input() input: InputOf<typeof contracts.GetStaffDeed>, @Caller() by: Caller) {
    return this.reads.forStaff(input, by)
  }

  @Rpc(contracts.GetDeed)
  getDeed(@Input() input: InputOf<typeof contracts.GetDeed>, @Caller() { userId }: Caller) {
    return this.reads.forHolder(input, userId)
  }
}
