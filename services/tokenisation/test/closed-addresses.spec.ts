import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { propertyTokenAbi } from '@hissa/token-suite'
import { BaseError, ContractFunctionRevertedError, type Address } from 'viem'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'
import { Holders } from './holders.js'
import { accountOf } from './role-keys.js'
import { Staff } from './staff.js'

let service: Tokenisation
let desk: Desk
let staff: Staff
let holders: Holders
let propertyId: string
/** A holder whose shares are at their own wallet, so that they could sign a transfer. */
let sender: Address

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
  staff = new Staff(service)
  holders = new Holders(service)
  const properties = await holders.liveTokens(1)
  propertyId = properties[0]!
  const holder = await holders.holderOf(properties)
  sender = (await staff.moveToWallet(holder.userId)).address
})
afterAll(() => service.stop())

/** Returns the name of the error with which a contract refuses a call, or undefined. */
const refusalOf = (simulated: Promise<unknown>): Promise<string | undefined> =>
  simulated.then(
    () => undefined,
    (error: unknown) => {
      const cause = error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
      return cause instanceof ContractFunctionRevertedError ? cause.data?.errorName : String(error)
    },
  )

/** Returns why the platform itself can't move a share of `sender` to an address, or undefined. */
async function refusalOfMove(to: Address): Promise<string | undefined> {
  const { address } = (await service.token(propertyId))!.deployment!
  const call = { address, abi: propertyTokenAbi, functionName: 'forcedTransfer', args: [sender, to, 1n] } as const
  return refusalOf(service.anvil.client.simulateContract({ ...call, account: accountOf('enforcer') }))
}

describe('a wallet that is closed', () => {
  it.each(['closed', 'lost'] as const)(
    'can’t receive shares from holders or from the platform any more: %s',
    async (how) => {
      const holder = await holders.holderOf([propertyId])
      const { address } = await staff.moveToWallet(holder.userId)
      expect(await refusalOfMove(address)).toBeUndefined()
      if (how === 'closed') await staff.untilCompleted(await staff.beginReturn(holder.userId))
      else {
        await desk.carryOut(holder.userId, { type: 'recover' })
        await staff.untilCompleted((await desk.shareholder(holder.userId)).relocations[0]!.relocationId)
      }
      expect((await holders.addressesOf(holder.userId))[address]).toBe(how)
      expect(await desk.refusalOfTransfer(propertyId, sender, address)).toBe('ReceiverNotVerified')
      expect(await refusalOfMove(address)).toBe('ReceiverNotVerified')
    },
  )
})

describe('the custody of an investor whose shares are at their own wallet', () => {
  it('receives shares from no other holder: it stays registered, but the lock-up refuses them', async () => {
    const holder = await holders.holderOf([propertyId])
    await staff.moveToWallet(holder.userId)
    expect((await holders.addressesOf(holder.userId))[holder.custody]).toBe('closed')
    expect(await desk.refusalOfTransfer(propertyId, sender, holder.custody)).toBe('RefusedByCompliance')
    // Only the platform's own key could: the service moves shares to the investor's one address, which is another one now.
    expect(await refusalOfMove(holder.custody)).toBeUndefined()
  })
})
