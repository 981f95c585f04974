import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/tokenisation'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { BeginWallet } from './begin-wallet.js'
import { ProveWallet } from './prove-wallet.js'
import { ReturnShares } from './return-shares.js'
import { WithdrawRelocation } from './withdraw-relocation.js'

@Controller()
export class WalletsController {
  constructor(
    private readonly beginWallet: BeginWallet,
    private readonly proveWallet: ProveWallet,
    private readonly returnShares: ReturnShares,
    private readonly withdrawRelocation: WithdrawRelocation,
  ) {}

  @Rpc(contracts.BeginWallet)
  begin(@Caller() { userId }: Caller, @Input() input: InputOf<typeof contracts.BeginWallet>) {
    return this.beginWallet.execute(userId, input)
  }

  @Rpc(contracts.ProveWallet)
  prove(@Caller() { userId }: Caller, @Input() input: InputOf<typeof contracts.ProveWallet>) {
    return this.proveWallet.execute(userId, input)
  }

  @Rpc(contracts.ReturnShares)
  return(@Caller() { userId }: Caller) {
    return this.returnShares.execute(userId)
  }

  @Rpc(contracts.WithdrawRelocation)
  withdraw(@Caller() { userId }: Caller, @Input() input: InputOf<typeof contracts.WithdrawRelocation>) {
    return this.withdrawRelocation.execute(userId, input)
  }
}
