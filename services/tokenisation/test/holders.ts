import { GetAccount } from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { identityRegistryAbi, propertyTokenAbi } from '@hissa/token-suite'
import { expect } from '@jest/globals'
import type { Address } from 'viem'
import type { Tokenisation } from './harness.js'
import type { Order } from './orders.js'

/** An investor with shares of some tokens: 1 of the first, 2 of the second, and so on. */
export interface Holder {
  userId: string
  orders: Order[]
  custody: Address
}

/** Investors with shares, and what chain, holdings and register say about them. */
export class Holders {
  constructor(private readonly service: Tokenisation) {}

  liveTokens = (count: number) => Promise.all(Array.from({ length: count }, () => this.service.liveToken(1_000)))

  async holderOf(properties: readonly string[]): Promise<Holder> {
    const { service } = this
    const userId = newId()
    const orders = properties.map((propertyId, n) => service.newOrder(propertyId, n + 1, userId))
    for (const order of orders) await service.allot(order)
    for (const order of orders) await service.untilAllotment(order, 'minted')
    return { userId, orders, custody: (await service.account(userId))!.address }
  }

  async isRegistered(propertyId: string, wallet: Address): Promise<boolean> {
    const { client } = this.service.anvil
    const { address: token } = (await this.service.token(propertyId))!.deployment!
    const read = { address: token, abi: propertyTokenAbi, functionName: 'identityRegistry' } as const
    const call = { abi: identityRegistryAbi, functionName: 'contains', args: [wallet] } as const
    return client.readContract({ ...call, address: await client.readContract(read) })
  }

  /** Checks that the chain has an investor’s shares at one address, and none at the others. */
  async expectChain(address: Address, { userId, orders }: Holder, others: readonly Address[]): Promise<void> {
    const { service } = this
    const account = (await service.account(userId))!
    expect(account.address).toBe(address)
    expect(account.moving).toBeUndefined()
    for (const { propertyId, count } of orders) {
      const { balances } = await service.onChain(propertyId, [address, ...others])
      expect(balances).toEqual([count, ...others.map(() => 0)])
    }
  }

  /** Checks that chain, holdings and register have an investor’s shares at one address, and none at the others. */
  async expectAllAt(address: Address, holder: Holder, others: readonly Address[]): Promise<void> {
    const { service } = this
    const { userId, orders } = holder
    await this.expectChain(address, holder, others)
    for (const { propertyId } of orders) {
      await service.untilAgrees(propertyId)
      expect(await service.events('tokenisation.difference.found.v1', propertyId)).toEqual([])
    }
    const account = await service.call(GetAccount, {}, userId)
    expect(account.account).toBe(address)
    const held = Object.fromEntries(account.tokens.map(({ property, units }) => [property.propertyId, units]))
    expect(held).toEqual(Object.fromEntries(orders.map(({ propertyId, count }) => [propertyId, count])))
  }

  /** Returns the state of each address of an investor. */
  async addressesOf(userId: string): Promise<Record<Address, string>> {
    const rows = await this.service.rows('account_addresses').find({ userId }).toArray()
    return Object.fromEntries(rows.map(({ _id, state }) => [_id, state as string]))
  }
}
