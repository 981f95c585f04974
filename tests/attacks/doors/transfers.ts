import type { TokenHolderView, TokenView } from '@hissa/contracts/tokenisation'
import { poll, type Journey } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { lockUpModuleAbi, modularComplianceAbi, propertyTokenAbi } from '@hissa/token-suite'
import { randomBytes } from 'node:crypto'
import { createTestClient, encodeFunctionData, http, maxUint256, parseEther, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import type { Metrics } from '../support/metrics.js'
import { completeRaise } from '../support/raise.js'

const TRANSACTIONS = 8
/** Transfers of one transaction, so many that its gas is near the limit of a transaction (EIP-7825). */
const TRANSFERS = 300
const GAS = 16_000_000n
const WAIT = { timeoutMs: 180_000, intervalMs: 1_000 }

type LiveToken = TokenView & Required<Pick<TokenView, 'address' | 'compliance'>>
type Hex = `0x${string}`

/**
 * Counts the rows that a stranger's transfers of no shares add to the public history of a token whose lock-up is open, as
 * that of earlier releases was.
 */
export async function verifyTransfers(metrics: Metrics, hissa: Hissa, journey: Journey): Promise<void> {
  const chain = clientOf(hissa.run().urls['chain']!)
  const { slug } = await completeRaise(hissa, journey)
  const token = await mintedToken(hissa, slug)
  const { holders } = await read<{ holders: TokenHolderView[] }>(hissa, `/api/tokens/${slug}/holders`)
  const holder = holders[0]!.account as Hex
  await setLockUp(chain, token, 0n)
  const before = await countOf(hissa, slug)
  const sent = await sendNothing(chain, token.address as Hex, holder)
  await setLockUp(chain, token, maxUint256)
  metrics.add({ id: 'transfers.unsent', value: TRANSACTIONS * TRANSFERS - sent.events, unit: 'transfers', limit: 0 })
  const after = await poll('the comparison after the transfers', () => comparedAfter(hissa, slug, sent.block), WAIT)
  metrics.add({ id: 'transfers.rows', value: (await countOf(hissa, slug)) - before, unit: 'rows', limit: 0 })
  const differs = after.reconciliation?.state === 'agrees' ? 0 : 1
  metrics.add({ id: 'transfers.differs', value: differs, unit: 'tokens', limit: 0 })
}

/** A program of this machine may use the methods with which anvil acts for any account. */
const clientOf = (url: string) =>
  createTestClient({ chain: foundry, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
type Chain = ReturnType<typeof clientOf>

/** Waits until all shares are minted, and chain and register have been compared since. */
const mintedToken = (hissa: Hissa, slug: string): Promise<LiveToken> =>
  poll(
    'the shares',
    async () => {
      const { token } = await read<{ token: TokenView }>(hissa, `/api/tokens/${slug}`)
      return token.reconciliation?.unitsOnChain === token.unitsTotal ? (token as LiveToken) : undefined
    },
    WAIT,
  )

async function countOf(hissa: Hissa, slug: string): Promise<number> {
  const { count } = await read<{ count: number }>(hissa, `/api/tokens/${slug}/transfers?limit=1`)
  return count
}

async function comparedAfter(hissa: Hissa, slug: string, block: bigint): Promise<TokenView | undefined> {
  const { token } = await read<{ token: TokenView }>(hissa, `/api/tokens/${slug}`)
  return (token.reconciliation?.blockNumber ?? 0) >= block ? token : undefined
}

async function read<T>({ url }: Hissa, path: string): Promise<T> {
  const response = await fetch(`${url}${path}`)
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
  return (await response.json()) as T
}

async function setLockUp(chain: Chain, token: LiveToken, until: bigint): Promise<void> {
  const compliance = token.compliance as Hex
  const owner = await chain.readContract({ address: compliance, abi: modularComplianceAbi, functionName: 'owner' })
  const lockUp = token.modules.find(({ kind }) => kind === 'lock_up')!.address as Hex
  const setting = encodeFunctionData({ abi: lockUpModuleAbi, functionName: 'setLockUp', args: [until] })
  const call = { abi: modularComplianceAbi, functionName: 'callModuleFunction' } as const
  // The nonce is taken back, or the service would find that its own key had signed something else.
  const nonce = await chain.getTransactionCount({ address: owner })
  await sendAs(chain, owner, { to: compliance, data: encodeFunctionData({ ...call, args: [setting, lockUp] }) })
  await chain.setNonce({ address: owner, nonce })
}

/** Sends the transfers as an account that the platform doesn't know. Returns their events and the last block. */
async function sendNothing(chain: Chain, token: Hex, holder: Hex): Promise<{ events: number; block: bigint }> {
  const stranger: Hex = `0x${randomBytes(20).toString('hex')}`
  await chain.setBalance({ address: stranger, value: parseEther('100') })
  const to = Array.from({ length: TRANSFERS }, () => holder)
  const args = [to, to.map(() => 0n)] as const
  const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'batchTransfer', args })
  let events = 0
  let block = 0n
  for (let sent = 0; sent < TRANSACTIONS; sent += 1) {
    const receipt = await sendAs(chain, stranger, { to: token, data })
    events += receipt.logs.length
    block = receipt.blockNumber
  }
  return { events, block }
}

async function sendAs(chain: Chain, account: Hex, call: { to: Hex; data: Hex }) {
  await chain.impersonateAccount({ address: account })
  const hash = await chain.sendTransaction({ account, ...call, gas: GAS })
  await chain.stopImpersonatingAccount({ address: account })
  return chain.waitForTransactionReceipt({ hash })
}
