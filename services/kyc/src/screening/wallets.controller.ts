import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import { ScreenWallet } from '@hissa/contracts/kyc'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { WalletScreener } from './wallet-list.js'

@Controller()
export class WalletsController {
  constructor(private readonly screener: WalletScreener) {}

  @Rpc(ScreenWallet)
  async screen(@Input() { address }: InputOf<typeof ScreenWallet>): Promise<Answer<typeof ScreenWallet>> {
    return ok({ listDate: this.screener.listDate, hits: [...this.screener.screen(address)] })
  }
}
