import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ListTokenTransfers } from '@hissa/contracts/tokenisation'
import { lockUpModuleAbi, modularComplianceAbi, propertyTokenAbi } from '@hissa/token-suite'
import {
  createWalletClient,
  encodeFunctionData,
  http,
  parseEther,
  toEventSelector,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { Tokenisation } from './harness.js'

const APPROVALS = 200
/** Logs that the node returns at most for one request. */
const MOST_LOGS = 50

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

/** Sends a call to a token as an account without any role, several times, without mining it. Returns the account. */
async function callAsStranger(to: Address, data: Hex, times: number): Promise<Address> {
  const account = privateKeyToAccount(generatePrivateKey())
  await service.anvil.client.setBalance({ address: account.address, value: parseEther('100') })
  const wallet = createWalletClient({ account, chain: foundry, transport: http(service.anvil.url) })
  const fees = { gas: 5_000_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  for (let nonce = 0; nonce < times; nonce += 1) await wallet.sendTransaction({ to, data, nonce, ...fees })
  return account.address
}

async function approveOften(token: Address): Promise<void> {
  const args = [token, 1n] as const
  const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'approve', args })
  await callAsStranger(token, data, APPROVALS)
}

/** Opens the lock-up, as that of tokens of earlier releases was: a closed one refuses transfers of no shares too. */
async function openLockUp(compliance: Address): Promise<void> {
  const { addresses } = (await service.rows('suite').findOne({ _id: 'suite' }))!
  const setting = encodeFunctionData({ abi: lockUpModuleAbi, functionName: 'setLockUp', args: [0n] })
  const call = { abi: modularComplianceAbi, functionName: 'callModuleFunction' } as const
  const data = encodeFunctionData({ ...call, args: [setting, addresses.lockUpModule] })
  await service.outside('deployer', compliance, data)
}

/** Waits until the service has read the blocks up to now. */
async function untilRead(propertyId: string): Promise<void> {
  const height = await service.anvil.height()
  await service.until('the blocks are read', async () => {
    const { scanned } = (await service.token(propertyId))!
    return scanned !== undefined && scanned.number >= height
  })
}

describe('approvals of a stranger in the block of a mint', () => {
  it('delay neither its settlement nor the comparison with the register', async () => {
    const propertyId = await service.liveToken(50)
    const first = service.newOrder(propertyId, 3)
    await service.allot(first)
    await service.untilAllotment(first, 'minted')
    const { address } = (await service.token(propertyId))!.deployment!
    service.proxy.rewrite = (answer, { method }) =>
      method === 'eth_getLogs' && (answer.result as unknown[] | undefined)!.length > MOST_LOGS
        ? { ...answer, result: undefined, error: { code: -32_005, message: 'query returned too many results' } }
        : answer

    await service.pauseMining()
    await approveOften(address)
    const second = service.newOrder(propertyId, 4, first.userId)
    await service.allot(second)
    await service.until('the mint is broadcast', () =>
      service.rows('chain_transactions').findOne({ 'ref.orders': second.orderId, acceptedAt: { $exists: true } }),
    )
    service.mine()
    const { minted } = await service.untilAllotment(second, 'minted')
    await service.untilAgrees(propertyId)
    const blockHash = minted!.blockHash
    const logs = await service.anvil.client.getLogs({ address, blockHash })
    const approval = toEventSelector('Approval(address,address,uint256)')
    expect(logs.filter(({ topics }) => topics[0] === approval).length).toBeGreaterThan(MOST_LOGS)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 7, mints: 2 })
  })
})

describe('transfers of no shares by a stranger', () => {
  const SENT = 3
  const IN_EACH = 40

  it('appear nowhere and cause no comparison with the register', async () => {
    const propertyId = await service.liveToken(50)
    const order = service.newOrder(propertyId, 3)
    await service.allot(order)
    await service.untilAllotment(order, 'minted')
    await service.untilAgrees(propertyId)
    const { address, compliance } = (await service.token(propertyId))!.deployment!
    const { address: holder } = (await service.account(order.userId))!
    await openLockUp(compliance)

    const to = Array.from({ length: IN_EACH }, () => holder)
    const args = [to, to.map(() => 0n)] as const
    const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'batchTransfer', args })
    await callAsStranger(address, data, SENT)
    await service.until('the transfers are mined', async () => {
      const { pending } = await service.anvil.client.getTxpoolStatus()
      return pending === 0
    })
    const transfer = { abi: propertyTokenAbi, eventName: 'Transfer' } as const
    const logs = await service.anvil.client.getContractEvents({ address, ...transfer, fromBlock: 0n })
    expect(logs).toHaveLength(1 + SENT * IN_EACH)
    await untilRead(propertyId)

    const { transfers, count } = await service.call(ListTokenTransfers, { property: propertyId, limit: 100 })
    expect({ count, kinds: transfers.map(({ kind }) => kind) }).toEqual({ count: 1, kinds: ['mint'] })
    expect(await service.rows('chain_balances').countDocuments({ propertyId })).toBe(1)
  })

  it('that an earlier release stored are not listed, and are deleted on start', async () => {
    const propertyId = await service.liveToken(50)
    const order = service.newOrder(propertyId, 3)
    await service.allot(order)
    await service.untilAllotment(order, 'minted')
    await service.untilAgrees(propertyId)
    const [mint] = await service.rows('chain_movements').find({ propertyId }).toArray()
    await service.rows('chain_movements').insertOne({ ...mint!, _id: `${mint!._id}0`, kind: 'transfer', units: 0 })
    const empty = { _id: `${propertyId}:${zeroAddress}`, propertyId, account: zeroAddress, units: 0 }
    await service.rows('chain_balances').insertOne(empty)
    // Also while a process of that release still runs, and stores more of them after the migration.
    const listed = await service.call(ListTokenTransfers, { property: propertyId, limit: 100 })
    expect({ count: listed.count, rows: listed.transfers.length }).toEqual({ count: 1, rows: 1 })
    await service.untilAgrees(propertyId)
    await service.rows('migrations').deleteMany({})

    await service.bootAnother()
    expect(await service.rows('chain_movements').find({ propertyId }).toArray()).toEqual([mint])
    expect(await service.rows('chain_balances').countDocuments({ propertyId })).toBe(1)
    await service.untilAgrees(propertyId)
  })
})

describe('a transfer from the zero address', () => {
  it('is refused, because it would look like a mint and pass the lock-up', async () => {
    const propertyId = await service.liveToken(50)
    const order = service.newOrder(propertyId, 3)
    await service.allot(order)
    await service.untilAllotment(order, 'minted')
    const { address } = (await service.token(propertyId))!.deployment!
    const { address: holder } = (await service.account(order.userId))!
    const args = [zeroAddress, holder, 0n] as const
    const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'transferFrom', args })
    await expect(service.anvil.client.call({ to: address, data })).rejects.toThrow(/0x96c6fd1e/)
  })
})
