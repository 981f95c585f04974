import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { authorityAbi, registerAnchorAbi, registerAnchorBytecode, ROLES } from '@hissa/token-suite'
import {
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  http,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { Tokenisation } from './harness.js'

const ADMIN = privateKeyToAccount(`0x${'5'.repeat(64)}`)
const NEW_KEY: Hex = `0x${'6'.repeat(64)}`
const NEW_MINTER = privateKeyToAccount(NEW_KEY).address

let service: Tokenisation

beforeEach(async () => {
  service = await Tokenisation.start()
})
afterEach(() => service.stop())

const addresses = async () => (await service.rows('suite').findOne({ _id: 'suite' }))!['addresses']
const authority = async () => (await addresses()).authority as Address
const read = async (functionName: 'defaultAdmin' | 'pendingDefaultAdmin') =>
  service.anvil.client.readContract({ address: await authority(), abi: authorityAbi, functionName })
const missing = async () => {
  const text = await service.running.at(-1)!.metrics()
  return [...text.matchAll(/^tokenisation_roles_missing\{.*role="(\w+)".*\} 1$/gm)].map(([, role]) => role)
}

async function sendAsAdmin(transaction: { to?: Address; data: Hex }) {
  const { client, url } = service.anvil
  await client.setBalance({ address: ADMIN.address, value: 10n ** 20n })
  const wallet = createWalletClient({ account: ADMIN, chain: foundry, transport: http(url) })
  const hash = await wallet.sendTransaction({ ...transaction, gas: 2_000_000n })
  return client.waitForTransactionReceipt({ hash })
}

describe('the contracts that all tokens share', () => {
  it('keep their addresses when a key is rotated, and mint again once the admin has granted it the role', async () => {
    const propertyId = await service.liveToken(40)
    const before = await addresses()
    const first = service.newOrder(propertyId, 20)
    await service.allot(first)
    await service.untilAllotment(first, 'minted')
    expect(await missing()).toEqual([])

    await service.drainAll()
    await service.anvil.client.setBalance({ address: NEW_MINTER, value: 10n ** 20n })
    await service.bootAnother({ settings: { CHAIN_KEY_MINTER: NEW_KEY } })
    await service.until('the missing role is reported', async () => (await missing()).includes('MINTER'))
    const second = service.newOrder(propertyId, 20)
    await service.allot(second)
    const args = [ROLES.MINTER, NEW_MINTER] as const
    const data = encodeFunctionData({ abi: authorityAbi, functionName: 'grantRole', args })
    await service.outside('deployer', await authority(), data)

    await service.untilAllotment(second, 'minted')
    await service.until('no role is missing', async () => (await missing()).length === 0)
    expect(await addresses()).toEqual(before)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 40, mints: 2 })
  })

  it('are offered to the configured admin once, who owns them after accepting', async () => {
    await service.drainAll()
    await service.bootAnother({ settings: { CHAIN_ADMIN: ADMIN.address } })
    await service.until('the admin is proposed', async () => {
      const [proposed] = (await read('pendingDefaultAdmin')) as readonly [Address, number]
      return proposed === ADMIN.address
    })
    expect(await missing()).toEqual(['ADMIN', 'UPGRADER', 'CLAIM_MANAGER'])

    const { client } = service.anvil
    await client.increaseTime({ seconds: 86_401 })
    const data = encodeFunctionData({ abi: authorityAbi, functionName: 'acceptDefaultAdminTransfer' })
    await sendAsAdmin({ to: await authority(), data })
    await service.until('the admin has accepted', async () => !(await missing()).includes('ADMIN'))
    expect(await read('defaultAdmin')).toBe(ADMIN.address)
    expect(await service.rows('chain_transactions').countDocuments({ kind: 'admin' })).toBe(1)
  })

  it('apply with the code of another release, which starts only if its proxies are the same', async () => {
    await service.liveToken(10)
    await service.drainAll()
    const suite = service.rows('suite')
    // To another release, whose code for the anchor differs, the recorded address is not what it would compute.
    const args = [await authority()] as const
    const data = encodeDeployData({ abi: registerAnchorAbi, bytecode: registerAnchorBytecode, args })
    const { contractAddress: anchor } = await sendAsAdmin({ data })
    await suite.updateOne({ _id: 'suite' }, { $set: { 'addresses.anchor': getAddress(anchor!) } })
    await service.bootAnother()
    await service.publishRegister(1, `0x${'7'.repeat(64)}`)
    await service.until('the root is anchored in the recorded contract', async () => {
      const [anchored] = await service.events('tokenisation.register.anchored.v1')
      return anchored?.['contract'] === getAddress(anchor!)
    })

    await service.drainAll()
    await suite.updateOne({ _id: 'suite' }, { $set: { proxyHash: `0x${'8'.repeat(64)}` } })
    await expect(service.bootAnother()).rejects.toThrow(/the proxies of this release/)
  })
})
