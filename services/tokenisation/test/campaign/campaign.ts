import { seededRandom, shuffled } from '@hissa/kernel/random'
import { expect } from '@jest/globals'
import type { Tokenisation } from '../harness.js'
import type { Order } from '../orders.js'
import { Crashes } from './crashes.js'
import { Process } from './process.js'
import { TROUBLES, type Trouble } from './weather.js'

const MOST_TRIES = 4

export interface Plan {
  /** The same seed chooses the same faults in the same order; when they strike depends on the machine too. */
  seed: number
  holders: number
  /** How often a process ends before, and after, each step. */
  crashes: number
  /** How often each trouble of the node and the chain happens; 0.5 for half of them, once. */
  troubles: number
}

/** Faults that had an effect, by name. */
export type Faults = ReadonlyMap<string, number>
export const totalOf = (faults: Faults) => [...faults.values()].reduce((sum, count) => sum + count, 0)

/**
 * Mints the shares of that many holders while processes of the service end at their steps and the node and the chain make
 * trouble, until both are used up. Then the service continues undisturbed until nothing waits. Returns the faults.
 */
export async function mintUnderFaults(service: Tokenisation, plan: Plan) {
  const random = seededRandom(plan.seed)
  const propertyId = await service.liveToken(plan.holders * 3)
  const orders = Array.from({ length: plan.holders }, (_, n) => service.newOrder(propertyId, 1 + (n % 5)))
  await service.redeliverAfter(1_000)
  await service.drainAll()
  const crashes = new Crashes(plan.crashes, random)
  const troubles = new Map<string, number>()
  const state = { isRaging: true }
  const weather = rage(service, troublesOf(plan.troubles, random), troubles, [...orders]).finally(() => {
    state.isRaging = false
  })
  const isDone = async () => !state.isRaging && (await areMinted(service, orders))
  await Promise.all([weather, liveAndDie(service, crashes, isDone)])
  await service.bootAnother()
  return { propertyId, orders, faults: new Map([...crashes.counts, ...troubles]) }
}

/** Returns all of them as often as wanted, in any order; with half a time, half of them. */
function troublesOf(times: number, random: () => number): Trouble[] {
  const all = Array.from({ length: Math.ceil(times) }, () => TROUBLES).flat()
  return shuffled(all, random).slice(0, Math.round(TROUBLES.length * times))
}

async function areMinted(service: Tokenisation, orders: readonly Order[]): Promise<boolean> {
  const ids = orders.map(({ orderId }) => orderId)
  return (await service.rows('allotments').countDocuments({ _id: { $in: ids }, state: 'minted' })) === ids.length
}

/**
 * Makes each trouble happen, with new allotments, so that there is something to mint. One that strikes nothing is tried
 * again later, at most a few times.
 */
async function rage(
  service: Tokenisation,
  troubles: readonly Trouble[],
  counts: Map<string, number>,
  orders: Order[],
): Promise<void> {
  const left = troubles.map((trouble) => ({ trouble, tries: 0 }))
  const group = Math.ceil(orders.length / (troubles.length + 1))
  for (let next = left.shift(); next; next = left.shift()) {
    const { trouble, tries } = next
    for (const order of orders.splice(0, group)) await service.allot(order)
    if (await trouble.happen(service)) counts.set(trouble.name, (counts.get(trouble.name) ?? 0) + 1)
    else if (tries + 1 < MOST_TRIES) left.push({ trouble, tries: tries + 1 })
  }
  for (const order of orders) await service.allot(order)
}

/** Starts processes, each of which ends at a step, until there is nothing more to do. */
async function liveAndDie(service: Tokenisation, crashes: Crashes, isDone: () => Promise<boolean>): Promise<void> {
  const ends: Promise<void>[] = []
  let isOver = false
  while (!isOver) {
    const process = await Process.start(service, crashes.next())
    await service.until('the process ends, or all is done', async () => process.isDead || (await isDone()))
    isOver = !process.isDead
    ends.push(process.stop())
    // What it held would be free in fifteen seconds.
    await service.rows('leases').updateMany({ until: { $exists: true } }, { $set: { until: new Date(0) } })
  }
  await Promise.all(ends)
}

/** Checks that supply, holdings and register are equal, that nothing is minted twice, and that nothing waits. */
export async function expectAllMintedOnce(service: Tokenisation, propertyId: string, orders: readonly Order[]) {
  const units = orders.map(({ count }) => count)
  const total = units.reduce((sum, count) => sum + count, 0)
  await service.until('every transaction is confirmed', async () => {
    const open = await service
      .rows('chain_transactions')
      .countDocuments({ state: { $in: ['planned', 'sent', 'mined'] } })
    return open === 0 && (await areMinted(service, orders))
  })
  await service.untilAgrees(propertyId)
  const rows = await Promise.all(orders.map((order) => service.allotment(order)))
  const { supply, mints, balances } = await service.onChain(
    propertyId,
    rows.map((row) => row!.account),
  )
  expect({ supply, mints, balances }).toEqual({ supply: total, mints: orders.length, balances: units })
  expect(rows.map((row) => [row!.state, Number(row!.units)])).toEqual(units.map((count) => ['minted', count]))
  const registered = orders.map(({ userId }) => service.register.get(propertyId)!.get(userId))
  expect(registered).toEqual(units)
  const token = (await service.token(propertyId))!
  expect(token.comparison).toMatchObject({ state: 'agrees', unitsOnChain: total, unitsOnRegister: total })
  expect([token.planned, token.minting]).toEqual([orders.length, undefined])
  expect(await service.rows('chain_signers').countDocuments({ haltedAt: { $exists: true } })).toBe(0)
  expect(await service.deadLetters()).toBe(0)
}

/** Returns what waits and what the node says of it, for the message of a failing run. */
export async function stateOf(service: Tokenisation): Promise<string> {
  const countsOf = (name: string) =>
    service
      .rows(name)
      .aggregate([{ $group: { _id: '$state', count: { $sum: 1 } } }])
      .toArray()
  const rows = await service
    .rows('chain_transactions')
    .find({ kind: { $ne: 'suite' } })
    .sort({ role: 1, sequence: 1 })
    .toArray()
  const { client } = service.anvil
  const signers = await service
    .rows('chain_signers')
    .find({ address: { $exists: true } })
    .toArray()
  const nonces = signers.map(
    async ({ _id, address, nextNonce, haltedAt }) =>
      `${_id} ${nextNonce} chain ${await client.getTransactionCount({ address })} ${haltedAt ?? ''}`,
  )
  const pool = await client.request({ method: 'txpool_inspect' as never })
  const transactions = rows.map(({ _id, role, state, nonce, reason, included, attempts, isWatched }) =>
    [
      role,
      nonce,
      state,
      isWatched ? 'watched' : '',
      included?.blockNumber,
      included?.succeeded,
      `${attempts.length} attempts`,
      JSON.stringify(reason),
      _id,
    ].join(' '),
  )
  const tokens = await service.rows('tokens').find().toArray()
  const counts = { allotments: await countsOf('allotments'), accounts: await countsOf('accounts') }
  const chain = { head: Number(await client.getBlockNumber()), pool, nonces: await Promise.all(nonces) }
  return JSON.stringify({ ...counts, chain, transactions, tokens, deadLetters: await service.deadLetters() }, null, 1)
}

/** Prints the faults, most frequent kinds last. */
export function report(faults: Faults, seed: number): string {
  const lines = [...faults].map(([name, count]) => `${String(count).padStart(4)}  ${name}`).sort()
  return [`seed ${seed}: ${totalOf(faults)} faults of ${faults.size} kinds`, ...lines].join('\n')
}
