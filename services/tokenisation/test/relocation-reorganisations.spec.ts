import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type PrivateKeyAccount } from 'viem'
import { Tokenisation } from './harness.js'
import { Holders, type Holder } from './holders.js'
import { Staff } from './staff.js'

let service: Tokenisation
let staff: Staff
let holders: Holders

beforeAll(async () => {
  service = await Tokenisation.start()
  staff = new Staff(service)
  holders = new Holders(service)
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

describe('a reorganisation', () => {
  async function settled(relocationId: string, wallet: PrivateKeyAccount, holder: Holder): Promise<void> {
    await service.until('everything is done again', async () => {
      const row = await staff.relocations.byId(relocationId)
      const { balances } = await service.onChain(holder.orders[0]!.propertyId, [wallet.address])
      return row?.state === 'completed' && !row.isWorking && balances[0]! > 0
    })
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect(await service.events('tokenisation.shares.relocated.v1', relocationId)).toHaveLength(1)
    expect(await holders.addressesOf(holder.userId)).toEqual({ [holder.custody]: 'closed', [wallet.address]: 'open' })
  }

  it('in the middle of a move does not stop it', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(3))
    const mark = await service.markBlock()
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    await service.until('the wallet is registered', async () => {
      const row = await staff.relocations.byId(relocationId)
      return row?.steps.some(({ kind, receipt }) => kind === 'register' && receipt)
    })
    await service.reorganiseSince(mark)
    service.mine()
    await settled(relocationId, wallet, holder)
  })

  it('after its end, which also removes the mints, brings the shares to the same address again', async () => {
    const properties = await holders.liveTokens(2)
    const mark = await service.markBlock()
    const holder = await holders.holderOf(properties)
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    const before = (await staff.untilCompleted(relocationId)).steps.find(({ kind }) => kind === 'move')!.receipt!
    await service.reorganiseSince(mark)
    expect((await service.onChain(properties[0]!, [wallet.address])).balances).toEqual([0])
    service.mine()
    await service.until('the move is in another block', async () => {
      const row = (await staff.relocations.byId(relocationId))!
      const move = row.steps.find(({ kind }) => kind === 'move')
      return move?.receipt !== undefined && move.receipt.blockHash !== before.blockHash
    })
    await settled(relocationId, wallet, holder)
  })
})
