// Makes the same calls to this suite and to the reference implementation. Each must give the same answer, or be one of
// the differences below.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Abi, type Address, encodeFunctionData } from 'viem'
import { propertyTokenAbi } from '../src/index.js'
import { Chain } from './anvil.js'
import { Reference, referenceAbi } from './reference.js'
import {
  deployProperty,
  deploySuite,
  encodeAllotments,
  encodeOnboard,
  FRANCE,
  identityOf,
  keys,
  parameters,
  type Plan,
  recordTitle,
  saltOf,
  UAE,
} from './suite.js'

type Name = 'alice' | 'bob' | 'foreign' | 'unknown'

/** One of the two implementations, with holders of the same names. */
interface Side {
  token: Address
  abi: Abi
  wallets: Record<Name, Address>
  /** Account that has the right to a call. */
  agent: (functionName: string) => typeof keys.admin
}

const ELSEWHERE = 999
const OURS = {
  mint: keys.minter,
  pause: keys.pauser,
  unpause: keys.pauser,
} as Record<string, typeof keys.admin>

let chain: Chain
let plan: Plan
let ours: Side
let peer: Side

beforeAll(async () => {
  chain = await Chain.start()
  const roles = { ...parameters.roles, DIRECT_MINTER: [keys.minter.address] }
  const suite = await deploySuite(chain, { ...parameters, roles })
  plan = suite.plan
  for (const [number, country] of [UAE, FRANCE, ELSEWHERE].entries())
    await chain.send(keys.registrar, {
      to: plan.addresses.factory,
      data: await encodeOnboard(plan, [number], country),
    })
  const unknown = keys.anchor.address
  const { token } = await deployProperty(chain, plan, { maxBalance: 100n })
  const wallets = { alice: identityOf(plan, 0), bob: identityOf(plan, 1), foreign: identityOf(plan, 2), unknown }
  ours = { token, abi: propertyTokenAbi, wallets, agent: (name) => OURS[name] ?? keys.enforcer }

  const reference = await Reference.deploy(chain)
  const [alice, bob, foreign] = [keys.minter.address, keys.pauser.address, keys.deployer.address]
  await reference.onboard([alice], UAE)
  await reference.onboard([bob], FRANCE)
  await reference.onboard([foreign], ELSEWHERE)
  const { token: peerToken } = await reference.deployToken(100n)
  peer = {
    token: peerToken,
    abi: referenceAbi.token,
    wallets: { alice, bob, foreign, unknown },
    agent: () => keys.admin,
  }
}, 240_000)
afterAll(() => chain?.stop())

/** A call with holders instead of addresses; the sender is a holder, or the account with the right to the call. */
interface Call {
  sender?: Name
  name: string
  args: (wallets: Side['wallets']) => unknown[]
}

const encode = (side: Side, { name, args }: Call) => {
  const data = encodeFunctionData({ abi: side.abi, functionName: name, args: args(side.wallets) })
  return { to: side.token, data }
}
const isRefused = async (side: Side, call: Call) => {
  const sender = call.sender ? side.wallets[call.sender] : side.agent(call.name).address
  return (await chain.refusal(sender, encode(side, call))) !== undefined
}
const onBoth = async (call: Call) => {
  for (const side of [ours, peer]) await chain.send(side.agent(call.name), encode(side, call))
}
const transfer = (to: Name, amount: bigint, sender: Name = 'alice'): Call => {
  return { sender, name: 'transfer', args: (wallets) => [wallets[to], amount] }
}
const mint = (to: Name, amount: bigint): Call => ({ name: 'mint', args: (wallets) => [wallets[to], amount] })
const forced = (to: Name, amount: bigint): Call => {
  return { name: 'forcedTransfer', args: (wallets) => [wallets.alice, wallets[to], amount] }
}
const batch = (to: Name, amount: bigint): Call => {
  return { sender: 'alice', name: 'batchTransfer', args: (wallets) => [[wallets[to]], [amount]] }
}
const freeze = (who: Name, frozen: boolean): Call => {
  return { name: 'setAddressFrozen', args: (wallets) => [wallets[who], frozen] }
}

/** Expects both to refuse a call. With a reason, only this suite refuses it. */
async function expectRefused(call: Call, reason?: string): Promise<void> {
  expect({ call: call.name, ours: await isRefused(ours, call), reference: await isRefused(peer, call) }).toEqual({
    call: call.name,
    ours: true,
    reference: reason === undefined,
  })
}

async function expectAllowed(call: Call): Promise<void> {
  expect([await isRefused(ours, call), await isRefused(peer, call)]).toEqual([false, false])
}

it('refuses what the reference implementation refuses, and more where a reason is given', async () => {
  await expectRefused(mint('alice', 1n), 'nothing is minted before the title is recorded')
  await recordTitle(chain, ours.token)
  await expectAllowed(mint('alice', 60n))
  await onBoth(mint('alice', 60n))

  await expectAllowed(transfer('bob', 60n))
  await expectAllowed(forced('bob', 60n))
  for (const make of [transfer, batch, forced]) {
    await expectRefused(make('unknown', 1n))
    await expectRefused(make('bob', 61n))
  }
  await expectRefused(mint('unknown', 1n))
  await expectRefused(transfer('foreign', 1n))
  await expectRefused(batch('foreign', 1n))
  await expectRefused(mint('foreign', 1n))
  await expectRefused(forced('foreign', 1n), 'a forced transfer keeps the rules about its receiver')
  await expectRefused(mint('alice', 41n))
  await onBoth(mint('bob', 50n))
  for (const make of [transfer, batch, forced]) await expectRefused(make('bob', 51n))

  await onBoth(freeze('bob', true))
  for (const make of [transfer, batch]) await expectRefused(make('bob', 1n))
  await expectRefused(transfer('alice', 1n, 'bob'))
  await expectRefused(mint('bob', 1n), 'a frozen wallet receives nothing')
  await expectRefused(forced('bob', 1n), 'a frozen wallet receives nothing')
  await onBoth(freeze('bob', false))

  await onBoth({ name: 'freezePartialTokens', args: ({ alice }) => [alice, 55n] })
  for (const make of [transfer, batch]) await expectRefused(make('bob', 6n))
  await expectAllowed(transfer('bob', 5n))
  await expectAllowed(forced('bob', 50n))

  await onBoth({ name: 'pause', args: () => [] })
  for (const make of [transfer, batch]) await expectRefused(make('bob', 1n))
  await expectRefused(mint('bob', 1n), 'a pause stops mints too')
  await expectAllowed(forced('bob', 1n))
  await onBoth({ name: 'unpause', args: () => [] })

  for (const call of [mint('alice', 1n), forced('bob', 1n), freeze('bob', true)])
    await expectRefused({ ...call, sender: 'bob' })
  await expectRefused({ name: 'burn', args: ({ alice }) => [alice, 61n] })
  await expectRefused({ name: 'recoveryAddress', args: ({ alice, unknown, bob }) => [alice, unknown, bob] })
}, 240_000)

it('refuses what the reference implementation has no rule for: over supply, locked-up, and repeated allotments', async () => {
  const lockedUntil = 2n ** 64n - 1n
  const settings = { salt: saltOf('locked'), cap: 50n, maxBalance: 100n, lockedUntil }
  const { token } = await deployProperty(chain, plan, settings)
  await recordTitle(chain, token)
  const locked: Side = { ...ours, token }
  const bothAnswer = async (call: Call) => [await isRefused(locked, call), await isRefused(peer, call)]
  const { minter } = keys
  const allot = (sequence: bigint) => ({ to: token, data: encodeAllotments(sequence, [locked.wallets.alice], 40n) })
  await chain.send(minter, allot(0n))
  // The reference has no number of units, no time, and no number of an allotment: its own mint accepts each again.
  expect(await bothAnswer(mint('bob', 11n))).toEqual([true, false])
  expect(await bothAnswer(transfer('bob', 1n))).toEqual([true, false])
  expect(await chain.refusal(minter.address, allot(0n))).toBe('WrongSequence')
  expect(await isRefused(peer, mint('bob', 11n))).toBe(false)
  expect(await bothAnswer(forced('bob', 1n))).toEqual([false, false])
}, 240_000)
