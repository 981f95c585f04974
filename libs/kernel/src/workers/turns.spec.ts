import { describe, expect, it } from '@jest/globals'
import { ManualTiming } from '../timing.js'
import { NoTurn, Turns } from './turns.js'

const LIMITS = { atATime: 1, maxWaiting: 2, maxWaitingPerUser: 1, longestWaitMs: 60_000 }

describe('Turns', () => {
  it('gives turns one after the other', async () => {
    const turns = new Turns(LIMITS)
    const end = await turns.take('anna')
    const order: string[] = []
    const second = turns.take('ben').then((endOfBen) => {
      order.push('ben')
      endOfBen()
    })
    order.push('anna ends')
    end()
    await second
    expect(order).toEqual(['anna ends', 'ben'])
    ;(await turns.take('anna'))()
  })

  it('refuses at once when the queue or the share of a user is full', async () => {
    const turns = new Turns(LIMITS)
    const end = await turns.take('anna')
    const waiting = [turns.take('anna'), turns.take('ben')]
    await expect(turns.take('anna')).rejects.toBeInstanceOf(NoTurn)
    await expect(turns.take('carl')).rejects.toBeInstanceOf(NoTurn)
    end()
    await Promise.all(waiting.map((turn) => turn.then((endOfTurn) => endOfTurn())))
  })

  it('refuses who waits too long, and gives their turn to others', async () => {
    const timing = new ManualTiming()
    const turns = new Turns(LIMITS, timing)
    const end = await turns.take('anna')
    const late = expect(turns.take('ben')).rejects.toBeInstanceOf(NoTurn)
    await timing.pass(LIMITS.longestWaitMs)
    await late
    end()
    ;(await turns.take('carl'))()
  })
})
