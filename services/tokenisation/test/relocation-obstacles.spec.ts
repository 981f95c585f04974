import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { identityRegistryAbi, propertyTokenAbi } from '@hissa/token-suite'
import { encodeFunctionData, toFunctionSelector, type Address } from 'viem'
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
afterEach(() => service.proxy.reset())
afterAll(() => service.stop())

const ZERO = `0x${'0'.repeat(64)}`

/** Has the node answer that an address has no shares of any token. */
function denyBalance(address: Address): void {
  const call = toFunctionSelector('balanceOf(address)') + address.slice(2).toLowerCase().padStart(64, '0')
  service.proxy.rewrite = (answer, { method, params }) =>
    method === 'eth_call' && (params[0] as { data: string }).data === call ? { ...answer, result: ZERO } : answer
}

const faults = async () =>
  /^chain_node_faults_total\{[^}]*fault="FALSE_BALANCE"[^}]*\} (\d+)$/m.exec(await service.running[0]!.metrics())?.[1]

/** Waits until the service has noticed that the node denies a balance once more, or the relocation has ended. */
async function untilDenied(relocationId: string): Promise<void> {
  const before = Number((await faults()) ?? 0)
  await service.until('the false balance is noticed', async () => {
    const isOver = (await staff.relocations.byId(relocationId))!.state !== 'moving'
    return isOver || Number((await faults()) ?? 0) > before
  })
}

describe('a node that denies the shares at the old address', () => {
  it('does not end a move before they are moved', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    denyBalance(holder.custody)
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    await untilDenied(relocationId)
    expect((await staff.relocations.byId(relocationId))!.state).toBe('moving')
    service.proxy.reset()
    await staff.untilCompleted(relocationId)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
  })

  it('does not close a lost wallet before they are recovered', async () => {
    const properties = await holders.liveTokens(1)
    const holder = await holders.holderOf(properties)
    const wallet = await staff.moveToWallet(holder.userId)
    denyBalance(wallet.address)
    expect(await staff.recover(holder.userId)).toMatchObject({ ok: true })
    const { _id: relocationId } = (await staff.relocations.openOf(holder.userId))!
    await untilDenied(relocationId)
    expect(await holders.isRegistered(properties[0]!, wallet.address)).toBe(true)
    expect(await holders.addressesOf(holder.userId)).toMatchObject({ [wallet.address]: 'open' })
    service.proxy.reset()
    await staff.untilCompleted(relocationId)
    await holders.expectAllAt(holder.custody, holder, [wallet.address])
  })
})

describe('an investor who has moved to an excluded country', () => {
  const registryOf = async ({ orders }: Holder) => {
    const { address } = (await service.token(orders[0]!.propertyId))!.deployment!
    const read = { address, abi: propertyTokenAbi, functionName: 'identityRegistry' } as const
    return service.anvil.client.readContract(read)
  }
  const countryOf = async (holder: Holder, wallet: Address) => {
    const read = { abi: identityRegistryAbi, functionName: 'investorCountry', args: [wallet] } as const
    return service.anvil.client.readContract({ ...read, address: await registryOf(holder) })
  }

  it.each([['KP'], [null]])('moves their shares to their own wallet, and back: country %s', async (country) => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    service.countries.set(holder.userId, country)
    const wallet = await staff.moveToWallet(holder.userId)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect(await countryOf(holder, wallet.address)).toBe(784)
    await staff.untilCompleted(await staff.beginReturn(holder.userId))
    await holders.expectAllAt(holder.custody, holder, [wallet.address])
  })

  it('whose wallet was registered with it has that corrected, and the shares are moved', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const wallet = staff.newWallet()
    const args = [wallet.address, holder.custody, 408] as const
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'registerIdentity', args })
    await service.outside('registrar', await registryOf(holder), data)
    await staff.moveToWallet(holder.userId, wallet)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect(await countryOf(holder, wallet.address)).toBe(784)
  })
})
