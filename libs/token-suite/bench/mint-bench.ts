// `npm run bench mint` measures the gas of minting to first-time holders, of transfers and of deployments, of this suite
// and of the reference implementation, on one chain. Ours has four modules, the reference only country and balance cap.
import { fileURLToPath } from 'node:url'
import { compareLower, figure, type Metric, report } from '@hissa/testing-helpers/bench'
import { type Address, encodeFunctionData, getAddress, toHex } from 'viem'
import { claimIssuerAbi, custodianAbi, identityRegistryAbi, propertyTokenAbi } from '../src/index.js'
import { Chain } from '../test/anvil.js'
import { Reference } from '../test/reference.js'
import {
  deployProperty,
  deploySuite,
  encodeAllotments,
  encodeOnboard,
  identityOf,
  keys,
  type Plan,
  recordTitle,
  saltOf,
} from '../test/suite.js'

const SIZES = [1, 10, 100, 250] as const
const HOLDERS = 251
const ONBOARD_BATCH = 25
/** The reference exceeds the limit of gas per transaction with 100 holders of different identities. */
const REFERENCE_BATCH = 50
const FORGOTTEN = 100
const PEER = 'T-REX 4.1.6'

interface Figures {
  /** Gas of the contracts that all properties share, of one property, and of one investor. */
  shared: bigint
  property: bigint
  investor: bigint
  /** Gas per first-time holder, by the number of holders. */
  mint: Record<number, number>
  transfer: bigint
}

const root = new URL('../../..', import.meta.url).pathname
const perHolder = (gas: bigint, holders: number) => Number(gas) / holders
const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Measures this suite. The last figure is a batch of 100 whose verification is not remembered. */
async function measureOurs(chain: Chain): Promise<Figures & { forgotten: number }> {
  const { plan, gasUsed: shared } = await deploySuite(chain)
  const numbers = Array.from({ length: HOLDERS }, (_, n) => n)
  let onboarding = 0n
  for (const part of chunks(numbers, ONBOARD_BATCH)) {
    const data = await encodeOnboard(plan, part)
    onboarding += (await chain.send(keys.registrar, { to: plan.addresses.factory, data })).gasUsed
  }
  const wallets = numbers.map((number) => identityOf(plan, number))
  const mint: Record<number, number> = {}
  let property = 0n
  let token: Address | undefined
  for (const size of SIZES) {
    const deployed = await deployProperty(chain, plan, { salt: saltOf(`bench ${size}`) })
    ;({ token, gasUsed: property } = deployed)
    mint[size] = perHolder(await allot(chain, token, wallets.slice(0, size)), size)
  }
  const transfer = await transferOurs(chain, plan, token!, wallets)
  // Removing a key of the issuer invalidates what is remembered, and no claim.
  const forgotten = await mintForgotten(chain, plan, wallets.slice(0, FORGOTTEN))
  return { shared, property, investor: onboarding / BigInt(HOLDERS), mint, transfer, forgotten }
}

async function allot(chain: Chain, token: Address, wallets: readonly Address[]): Promise<bigint> {
  await recordTitle(chain, token)
  return (await chain.send(keys.minter, { to: token, data: encodeAllotments(0n, wallets) })).gasUsed
}

/** A transfer to a first-time holder, from a custodial wallet. */
async function transferOurs(chain: Chain, plan: Plan, token: Address, wallets: readonly Address[]): Promise<bigint> {
  const call = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'transfer', args: [wallets[250]!, 1n] })
  const args = [wallets[0]!, token, call] as const
  const data = encodeFunctionData({ abi: custodianAbi, functionName: 'execute', args })
  return (await chain.send(keys.custodian, { to: plan.addresses.custodian, data })).gasUsed
}

async function mintForgotten(chain: Chain, plan: Plan, wallets: readonly Address[]): Promise<number> {
  for (const functionName of ['addKey', 'removeKey'] as const) {
    const key = saltOf('another signer')
    const data =
      functionName === 'addKey'
        ? encodeFunctionData({ abi: claimIssuerAbi, functionName, args: [key, 3n, 1n] })
        : encodeFunctionData({ abi: claimIssuerAbi, functionName, args: [key, 3n] })
    await chain.send(keys.claimManager, { to: plan.addresses.claimIssuer, data })
  }
  const isRemembered = await chain.client.readContract({
    address: plan.addresses.identityRegistry,
    abi: identityRegistryAbi,
    functionName: 'isRemembered',
    args: [wallets[0]!],
  })
  if (isRemembered) throw new Error('the verification is still remembered')
  const { token } = await deployProperty(chain, plan, { salt: saltOf('bench forgotten') })
  return perHolder(await allot(chain, token, wallets), wallets.length)
}

/** Measures the reference implementation. */
async function measureReference(chain: Chain): Promise<Figures> {
  const reference = await Reference.deploy(chain)
  const shared = reference.gasUsed
  const others = Array.from({ length: HOLDERS - 1 }, (_, n) => getAddress(toHex(0x1000 + n, { size: 20 })))
  const wallets = [keys.stranger.address, ...others]
  let onboarding = 0n
  for (const part of chunks(wallets, ONBOARD_BATCH)) onboarding += await reference.onboard(part)
  const mint: Record<number, number> = {}
  let property = 0n
  let token: Address | undefined
  for (const size of SIZES) {
    ;({ token, gasUsed: property } = await reference.deployToken())
    let gas = 0n
    for (const part of chunks(wallets.slice(0, size), REFERENCE_BATCH)) {
      const args = [part, part.map(() => 1n)] as const
      const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'batchMint', args })
      gas += (await chain.send(keys.admin, { to: token, data })).gasUsed
    }
    mint[size] = perHolder(gas, size)
  }
  const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'transfer', args: [wallets[250]!, 1n] })
  const transfer = (await chain.send(keys.stranger, { to: token!, data })).gasUsed
  return { shared, property, investor: onboarding / BigInt(HOLDERS), mint, transfer }
}

/** Measures both implementations on one chain. */
export async function measureMint(): Promise<Metric[]> {
  const chain = await Chain.start()
  try {
    const ours = await measureOurs(chain)
    const peer = await measureReference(chain)
    const compare = (id: string, mine: number | bigint, theirs: number | bigint, unit: string, goal: string) =>
      compareLower(id, [{ ours: Number(mine), peers: Number(theirs) }], { unit, peer: PEER, goal })
    const growth = ours.mint[250]! / ours.mint[10]!
    return [
      compare('mint.batch', ours.mint[100]!, peer.mint[100]!, 'gas/holder', 'ratio >= 2, <= 60,000 gas'),
      figure('mint.gasGrowth', [growth], 'times, 250 holders over 10', '<= 1.03'),
      ...SIZES.map((size) => compare(`mint.batch${size}`, ours.mint[size]!, peer.mint[size]!, 'gas/holder', 'less')),
      figure('mint.forgotten', [ours.forgotten], 'gas/holder', 'verification not remembered, 100 holders'),
      compare('mint.transfer', ours.transfer, peer.transfer, 'gas, first-time receiver', 'less'),
      compare('mint.investor', ours.investor, peer.investor, 'gas/investor', 'less'),
      compare('mint.property', ours.property, peer.property, 'gas', 'less'),
      compare('mint.shared', ours.shared, peer.shared, 'gas', 'less'),
    ]
  } finally {
    await chain.stop()
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url).endsWith(process.argv[1].replace(/^\.\//, '')))
  report(root, 'mint', 'anvil with the rules of Osaka', await measureMint())
