import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { GetAccount } from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'
import { metricOf } from './metric-of.js'

let service: Tokenisation
let desk: Desk

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

const paused = () => metricOf(service.running[0]!, 'tokenisation_tokens_paused')

describe('a token of which chain and register disagree', () => {
  it('is paused on the chain, so that no one can transfer, and unpaused once they agree', async () => {
    const [propertyId, elsewhere] = [await service.liveToken(50), await service.liveToken(10)]
    const order = await desk.minted(propertyId, 10)
    const other = await desk.minted(propertyId, 5)
    await service.untilAgrees(propertyId)
    expect([await desk.isPaused(propertyId), await paused()]).toEqual([false, 0])
    service.registerUnits(order, 3)
    await service.untilHalted(propertyId)
    await service.until('it is paused', () => desk.isPaused(propertyId))
    const { isFrozen, freezes } = await service.call(GetAccount, {}, order.userId)
    const property = expect.objectContaining({ propertyId })
    expect([isFrozen, freezes]).toEqual([false, [{ kind: 'token_paused', property }]])
    await service.until('the metric says so', async () => (await paused()) === 1)
    expect(await desk.refusalOfTransfer(propertyId, order.account, other.account)).toBe('TokenPaused')
    expect(await desk.isPaused(elsewhere)).toBe(false)
    await desk.minted(elsewhere, 2)

    const waiting = service.newOrder(propertyId, 4)
    await service.allot(waiting)
    await service.untilAllotment(waiting, 'waiting')
    service.registerUnits(order, -3)
    await service.untilAllotment(waiting, 'minted')
    expect([await desk.isPaused(propertyId), await paused()]).toEqual([false, 0])
    expect(await desk.refusedMints(propertyId)).toEqual([])
  })

  it('that agree again while the pause is on its way is paused and then unpaused', async () => {
    const propertyId = await service.liveToken(50)
    const order = await desk.minted(propertyId, 10)
    await service.untilAgrees(propertyId)
    await service.pauseMining()
    service.registerUnits(order, 3)
    await service.untilHalted(propertyId)
    await service.until('the pause is on its way', () =>
      service.rows('chain_transactions').findOne({ kind: 'pause', 'ref.flag': `paused:${propertyId}`, state: 'sent' }),
    )
    service.registerUnits(order, -3)
    await service.untilLive(propertyId)
    const waiting = service.newOrder(propertyId, 4, newId())
    await service.allot(waiting)
    service.mine()
    await service.untilAllotment(waiting, 'minted')
    expect(await desk.isPaused(propertyId)).toBe(false)
    const sent = service.rows('chain_transactions').find({ kind: 'pause', 'ref.flag': `paused:${propertyId}` })
    const done = (await sent.sort({ sequence: 1 }).toArray()).map(({ ref, state }) => [ref.isOn, state])
    expect(done).toEqual([
      [1, 'confirmed'],
      [0, 'confirmed'],
    ])
  })
})
