import { ScreenWallet } from '@hissa/contracts/kyc'
import { RpcClient } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import type { Address } from 'viem'

/** `unknown`: no list of addresses is loaded, so nothing is known about the address. */
export type Screened = 'clear' | 'listed' | 'unknown'

/** With the date of the oldest list that was used, as an ISO date. */
export type Screening = { result: 'clear' | 'listed'; listDate: string } | { result: 'unknown'; listDate: null }

/** Asks kyc whether an address is on a sanctions list. */
@Injectable()
export class ScreenAddress {
  constructor(private readonly rpc: RpcClient) {}

  /** Throws while kyc can't be reached. */
  async execute(address: Address): Promise<Screening> {
    const { listDate, hits } = await this.rpc.call(ScreenWallet, { address })
    if (listDate === null) return { result: 'unknown', listDate }
    return { result: hits.length > 0 ? 'listed' : 'clear', listDate }
  }
}
