import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { propertyTokenAbi } from '@hissa/token-suite'
import { createWalletClient, encodeFunctionData, http, parseEther, toEventSelector, type Address } from 'viem'
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

/** Sends approvals that anyone can make, without mining them. */
async function approveOften(token: Address): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await service.anvil.client.setBalance({ address: account.address, value: parseEther('100') })
  const wallet = createWalletClient({ account, chain: foundry, transport: http(service.anvil.url) })
  const args = [account.address, 1n] as const
  const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'approve', args })
  const fees = { gas: 100_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  for (let nonce = 0; nonce < APPROVALS; nonce += 1) await wallet.sendTransaction({ to: token, data, nonce, ...fees })
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
