import { valueOrThrow } from '@hissa/kernel'
import type { Replica } from './replica.js'
import { afterDeadline, DEADLINE, RaceWorld } from './race-world.js'

/** What one process does in a race. */
export type Act = (world: RaceWorld, replica: Replica) => Promise<unknown>

/** A state of a raise, and what may happen in it at the same moment. */
export interface Situation {
  name: string
  world(): Promise<RaceWorld>
  acts: Record<string, Act>
  /** Three acts at once, in addition to every two. */
  triples: ReadonlyArray<readonly [string, string, string]>
}

const DAY_MS = 86_400_000
const later = (days: number) => new Date(DEADLINE.getTime() + days * DAY_MS)
const snapshot = (world: RaceWorld, userId: string) => {
  const { request: _, ...checkout } = world.stripe.sessions.get(world.order(userId).checkout!.sessionId)!
  return checkout
}

const pay =
  (userId: string): Act =>
  (world, replica) =>
    world.settle(replica, snapshot(world, userId))
const cancel =
  (userId: string): Act =>
  (world, replica) =>
    world.cancel(replica, userId)
const place =
  (userId: string): Act =>
  (world, replica) =>
    world.place(replica, userId)
const staffCancel =
  (userId: string): Act =>
  (world, replica) =>
    world.decide(replica, { type: 'cancel' }, { kind: 'order', id: world.order(userId)._id })
const sweep =
  (name: string): Act =>
  (world, replica) =>
    world.sweep(replica, name)
const [advance, refunds] = [sweep('advance-raise'), sweep('refund-order-when-due')]
const close: Act = (world, replica) => world.decide(replica, { type: 'close' })
const fail: Act = (world, replica) => world.decide(replica, { type: 'fail' })
const extend: Act = (world, replica) => world.decide(replica, { type: 'extend', deadline: later(2).toISOString() })
const deed: Act = (world, replica) => world.fileDeed(replica)

const lose =
  (userId: string): Act =>
  (world, replica) =>
    world.loseDispute(replica, userId)
const mint =
  (userId: string, version: number): Act =>
  (world, replica) =>
    world.mint(replica, userId, version)
const burn =
  (userId: string): Act =>
  (world, replica) =>
    world.burn(replica, userId)

const transfer =
  (from: string, to: string, shares: number): Act =>
  (world, replica) =>
    world.transfer(replica, from, to, shares)
const openDispute =
  (userId: string): Act =>
  (world, replica) =>
    world.openDispute(replica, userId)
const mirror =
  (version: number): Act =>
  (world, replica) =>
    world.mirror(replica, version)

/** Returns a raise whose deed is on file, and whose orders are allotted. */
async function allottedWorld(): Promise<RaceWorld> {
  const { world, replica } = await sold(40, 40, ['ann', 'bob'])
  await advance(world, replica)
  world.moveTo(later(3))
  await deed(world, replica)
  await advance(world, replica)
  return world
}

/** Returns a raise in which these investors have paid 20 units each, and others have reserved and paid their page. */
async function sold(total: number, minimum: number, paid: readonly string[], paying: readonly string[] = []) {
  const world = new RaceWorld()
  await world.open(total, minimum)
  const { replica } = world.process('before')
  for (const userId of [...paid, ...paying]) {
    valueOrThrow(await world.place(replica, userId))
    world.payPage(userId)
    if (paid.includes(userId)) await pay(userId)(world, replica)
  }
  return { world, replica }
}

async function soldWorld(...args: Parameters<typeof sold>): Promise<RaceWorld> {
  return (await sold(...args)).world
}

export const SITUATIONS: readonly Situation[] = [
  {
    name: 'the last shares are being paid',
    world: () => soldWorld(40, 40, ['ann'], ['bob']),
    acts: { pay: pay('bob'), cancel: cancel('ann'), place: place('cy'), close, extend, fail, advance },
    triples: [
      ['pay', 'cancel', 'fail'],
      ['pay', 'cancel', 'place'],
    ],
  },
  {
    name: 'an open raise has its minimum',
    world: () => soldWorld(60, 20, ['ann'], ['bob']),
    acts: { pay: pay('bob'), cancel: cancel('ann'), place: place('cy'), close, extend, fail },
    triples: [
      ['close', 'cancel', 'place'],
      ['close', 'pay', 'extend'],
    ],
  },
  {
    name: 'the deadline has passed with a reservation open',
    world: async () => {
      const { world } = await sold(60, 40, ['ann'])
      world.moveTo(new Date(DEADLINE.getTime() - 60_000))
      await place('bob')(world, world.process('late').replica)
      world.payPage('bob')
      world.moveTo(afterDeadline)
      return world
    },
    acts: { pay: pay('bob'), cancel: cancel('ann'), place: place('cy'), advance, again: advance, fail },
    triples: [
      ['pay', 'cancel', 'advance'],
      ['pay', 'advance', 'again'],
    ],
  },
  {
    name: 'the deadline has passed and everything is paid',
    world: async () => {
      const { world } = await sold(60, 40, ['ann', 'bob'])
      world.moveTo(afterDeadline)
      return world
    },
    acts: { cancel: cancel('ann'), staff: staffCancel('bob'), advance, again: advance, fail },
    triples: [['cancel', 'advance', 'fail']],
  },
  {
    name: 'the raise has just closed',
    world: () => soldWorld(40, 40, ['ann', 'bob']),
    acts: {
      ...{ cancel: cancel('ann'), other: cancel('bob'), staff: staffCancel('ann'), place: place('cy') },
      ...{ advance, again: advance, deed, fail },
    },
    triples: [
      ['cancel', 'advance', 'deed'],
      ['cancel', 'other', 'advance'],
      ['cancel', 'staff', 'advance'],
    ],
  },
  {
    name: 'the raise has opened again',
    world: async () => {
      const { world, replica } = await sold(60, 40, ['ann', 'bob', 'cy'])
      await advance(world, replica)
      await cancel('ann')(world, replica)
      await cancel('bob')(world, replica)
      await place('dan')(world, replica)
      world.payPage('dan')
      return world
    },
    acts: { pay: pay('dan'), cancel: cancel('cy'), advance, again: advance, refunds, fail, extend },
    triples: [['pay', 'cancel', 'advance']],
  },
  {
    name: 'the cooling-off period has ended',
    world: async () => {
      const { world, replica } = await sold(60, 20, ['ann', 'bob', 'cy'])
      await advance(world, replica)
      world.moveTo(later(3))
      await deed(world, replica)
      return world
    },
    acts: {
      cancel: cancel('ann'),
      staff: staffCancel('ann'),
      other: staffCancel('bob'),
      advance,
      again: advance,
      fail,
    },
    triples: [['staff', 'advance', 'again']],
  },
  {
    name: 'the cooling-off period has ended without a deed',
    world: async () => {
      const { world, replica } = await sold(40, 40, ['ann', 'bob'])
      await advance(world, replica)
      world.moveTo(later(3))
      return world
    },
    acts: { cancel: cancel('ann'), staff: staffCancel('ann'), other: staffCancel('bob'), advance, deed, fail },
    triples: [['deed', 'staff', 'advance']],
  },
  {
    name: 'shares are being minted',
    world: allottedWorld,
    acts: { mint: mint('ann', 2), older: mint('ann', 1), other: mint('bob', 1), lose: lose('ann'), advance },
    triples: [
      ['mint', 'older', 'lose'],
      ['mint', 'lose', 'advance'],
    ],
  },
  {
    name: 'a reversed order is minted',
    world: async () => {
      const world = await allottedWorld()
      await lose('ann')(world, world.process('bank').replica)
      return world
    },
    acts: { mint: mint('ann', 2), older: mint('ann', 1), burn: burn('ann'), twice: burn('ann'), advance },
    triples: [['mint', 'burn', 'twice']],
  },
  {
    name: 'shares are being transferred',
    world: allottedWorld,
    acts: {
      // First, because a dispute makes more steps than are varied.
      dispute: openDispute('ann'),
      ...{ some: transfer('ann', 'cy', 15), all: transfer('ann', 'bob', 20), back: transfer('bob', 'ann', 20) },
      ...{ lose: lose('ann'), mint: mint('ann', 1), advance },
    },
    triples: [
      ['some', 'all', 'lose'],
      ['some', 'dispute', 'mint'],
      ['all', 'back', 'lose'],
    ],
  },
  {
    name: 'shares have been transferred in part',
    world: async () => {
      const world = await allottedWorld()
      await transfer('ann', 'cy', 15)(world, world.process('staff').replica)
      return world
    },
    acts: {
      ...{ mirror: mirror(2), older: mirror(1), mint: mint('ann', 1), lose: lose('ann'), burn: burn('ann') },
      ...{ rest: transfer('ann', 'bob', 5), on: transfer('cy', 'dan', 15), other: lose('bob') },
    },
    triples: [
      ['mirror', 'on', 'lose'],
      ['rest', 'lose', 'mint'],
    ],
  },
  {
    name: 'the raise has failed',
    world: async () => {
      const { world, replica } = await sold(60, 60, ['ann', 'bob'], ['cy'])
      await cancel('bob')(world, replica)
      await fail(world, replica)
      return world
    },
    acts: { pay: pay('cy'), cancel: cancel('ann'), advance, again: advance, refunds, refund: refunds },
    triples: [['advance', 'refunds', 'refund']],
  },
]
