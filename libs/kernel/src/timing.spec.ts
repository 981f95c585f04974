import { describe, expect, it, jest } from '@jest/globals'
import { ManualTiming, systemTiming, wallNow } from './timing.js'

describe.each([
  ['the system’s time', () => ({ timing: systemTiming, pass: (ms: number) => systemTiming.sleep(ms) })],
  ['manual time', () => manual()],
])('sleeps and timers of %s', (_name, open) => {
  it('sleep ends after its time', async () => {
    const { timing, pass } = open()
    const startMs = timing.elapsedMs()
    await Promise.all([timing.sleep(5), pass(5)])
    // A timer of Node may fire up to a millisecond early.
    expect(timing.elapsedMs() - startMs).toBeGreaterThanOrEqual(4)
  })

  it('sleep ends as soon as its signal is aborted, and at once if it was before', async () => {
    const { timing } = open()
    const stopping = new AbortController()
    const sleep = timing.sleep(3_600_000, stopping.signal)
    stopping.abort()
    await sleep
    await timing.sleep(3_600_000, stopping.signal)
    expect(stopping.signal.aborted).toBe(true)
  })

  it('a timeout and an interval run until they are cancelled', async () => {
    const { timing, pass } = open()
    const run = jest.fn<(name: string) => void>()
    timing.after(1, () => run('once'))
    timing.after(1, () => run('never'))()
    const end = timing.every(2, () => run('again'))
    await pass(30)
    end()
    const calls = run.mock.calls.map(([name]) => name)
    expect(calls.filter((name) => name === 'once')).toHaveLength(1)
    expect(calls).not.toContain('never')
    expect(calls.filter((name) => name === 'again').length).toBeGreaterThan(1)
    const count = run.mock.calls.length
    await pass(10)
    expect(run).toHaveBeenCalledTimes(count)
  })
})

describe('manual time', () => {
  it('moves both clocks by the time that passes and by nothing else', async () => {
    const timing = new ManualTiming(Date.UTC(2026, 10, 21))
    await timing.pass(60_000)
    expect(wallNow(timing)).toEqual(new Date('2026-11-21T00:01:00Z'))
    expect(timing.elapsedMs()).toBe(60_000)
  })

  it('runs what becomes due in order of time, and what that starts within the time that passes', async () => {
    const timing = new ManualTiming()
    const seen: [string, number][] = []
    const note = (name: string) => seen.push([name, timing.elapsedMs()])
    timing.after(20, () => note('second'))
    void timing.sleep(10).then(async () => {
      note('first')
      await timing.sleep(15)
      note('third')
      await timing.sleep(1_000)
      note('later')
    })
    await timing.pass(30)
    expect(seen).toEqual([
      ['first', 10],
      ['second', 20],
      ['third', 25],
    ])
    expect(timing.waiting).toBe(1)
  })
})

function manual() {
  const timing = new ManualTiming()
  return { timing, pass: (ms: number) => timing.pass(ms) }
}
