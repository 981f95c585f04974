import { describe, expect, it } from '@jest/globals'
import { Deadlines } from './deadlines.js'
import { createLogger } from './logger.js'

const clock = { now: () => new Date(0) }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Registers a sweep that leaves work `times` times, and another one; returns their runs. */
function started(times: number) {
  const deadlines = new Deadlines(clock, createLogger('test', 'silent'))
  const runs: string[] = []
  const nextDueAt = async () => null
  let left = times
  deadlines.register({
    ...{ name: 'long', nextDueAt },
    sweep: async () => {
      runs.push('long')
      return (left -= 1) >= 0
    },
  })
  deadlines.register({ name: 'other', nextDueAt, sweep: async () => void runs.push('other') })
  return { deadlines, runs }
}

describe('a sweep that leaves work', () => {
  it('runs again at once, after the other sweeps, until nothing is left', async () => {
    const { deadlines, runs } = started(2)
    await deadlines.runNow()
    while (runs.length < 6) await turn()
    for (let n = 0; n < 10; n += 1) await turn()
    expect(runs).toEqual(['long', 'other', 'long', 'other', 'long', 'other'])
  })

  it('does not run again once the sweeps are stopped', async () => {
    const { deadlines, runs } = started(1_000)
    const first = deadlines.runNow()
    await deadlines.stop()
    await first
    for (let n = 0; n < 10; n += 1) await turn()
    expect(runs).toEqual(['long', 'other'])
  })
})
