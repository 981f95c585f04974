import { describe, expect, it } from '@jest/globals'
import { clockTarget, moveClock, type ClockWorld } from './clock-steps.js'
import { parseDurationMs } from './duration.js'

const wallMs = Date.parse('2026-11-21T12:00:00Z')
const minuteMs = 60_000
const at = (minutes: number) => new Date(wallMs + minutes * minuteMs).toISOString()

/**
 * A world whose deadlines (in minutes from the wall time) vanish when the clock has passed them, unless they refuse.
 */
function world(due: Record<string, number[]>, options: { refuses?: number[]; spawns?: Record<number, number> } = {}) {
  const log: string[] = []
  let left = { ...due }
  const fake: ClockWorld = {
    wallMs: () => wallMs,
    storeOffset: (offsetMs) => void log.push(`store ${Math.floor(offsetMs / minuteMs)}`),
    settle: (offsetMs) => {
      log.push(`settle ${Math.floor(offsetMs / minuteMs)}`)
      return fake.setOffset(offsetMs)
    },
    setOffset: (offsetMs) => {
      const passed = (minutes: number) => minutes * minuteMs < offsetMs && !options.refuses?.includes(minutes)
      left = Object.fromEntries(
        Object.entries(left).map(([service, times]) => {
          const spawned = times.filter(passed).flatMap((minutes) => options.spawns?.[minutes] ?? [])
          return [service, [...times.filter((minutes) => !passed(minutes)), ...spawned].sort((a, b) => a - b)]
        }),
      )
      const answers = Object.entries(left).map(([service, [first]]) => [
        service,
        { nextDueAt: first === undefined ? null : at(first), pending: 0 },
      ])
      return Promise.resolve(Object.fromEntries(answers))
    },
  }
  return { fake, log }
}

describe('moveClock', () => {
  it('stops at each deadline on the way, ordered by time and not by service', async () => {
    const { fake, log } = world({ kyc: [20], investment: [10, 30] })
    const moved = await moveClock(wallMs + 60 * minuteMs, 0, fake)
    expect(moved.steps).toEqual([
      { at: at(10), services: ['investment'] },
      { at: at(20), services: ['kyc'] },
      { at: at(30), services: ['investment'] },
    ])
    expect(log).toEqual([
      'store 10',
      'settle 10',
      'store 20',
      'settle 20',
      'store 30',
      'settle 30',
      'store 60',
      'settle 60',
    ])
    expect(moved.offsetMs).toBe(60 * minuteMs)
  })

  it('does not run work that is due after the target', async () => {
    const { fake } = world({ investment: [31] })
    expect((await moveClock(wallMs + 30 * minuteMs, 0, fake)).steps).toEqual([])
  })

  it('runs work that is due exactly at the target', async () => {
    const { fake } = world({ investment: [30] })
    expect((await moveClock(wallMs + 30 * minuteMs, 0, fake)).steps).toEqual([{ at: at(30), services: ['investment'] }])
  })

  it('runs work that earlier work on the way has scheduled', async () => {
    const { fake } = world({ investment: [10] }, { spawns: { 10: 40 } })
    const { steps } = await moveClock(wallMs + 60 * minuteMs, 0, fake)
    expect(steps.map((step) => step.at)).toEqual([at(10), at(40)])
  })

  it('names both services when both have work due at the same time', async () => {
    const { fake } = world({ kyc: [10], investment: [10] })
    const { steps } = await moveClock(wallMs + 60 * minuteMs, 0, fake)
    expect(steps).toEqual([{ at: at(10), services: ['kyc', 'investment'] }])
  })

  it('continues when the work of a deadline keeps failing', async () => {
    const { fake } = world({ investment: [10], kyc: [20] }, { refuses: [10] })
    const moved = await moveClock(wallMs + 60 * minuteMs, 0, fake)
    expect(moved.steps.map((step) => step.at)).toEqual([at(10), at(20)])
    expect(moved.offsetMs).toBe(60 * minuteMs)
  })

  it('starts from the current offset', async () => {
    const { fake, log } = world({ investment: [10, 70] })
    const moved = await moveClock(wallMs + 90 * minuteMs, 60 * minuteMs, fake)
    expect(moved.steps.map((step) => step.at)).toEqual([at(70)])
    expect(log[0]).toBe('store 70')
  })
})

describe('clockTarget', () => {
  const target = (body: unknown) => clockTarget(body, wallMs, parseDurationMs)

  it('advances by a duration, and sets a time', () => {
    expect(target({ advance: 'PT48H' })).toEqual({ targetMs: wallMs + 48 * 60 * minuteMs })
    expect(target({ set: '2027-01-01T00:00:00Z' })).toEqual({ targetMs: Date.parse('2027-01-01T00:00:00Z') })
    expect(target({ set: '2027-01-01T04:00+04:00' })).toEqual({ targetMs: Date.parse('2027-01-01T00:00:00Z') })
  })

  it.each([
    null,
    [],
    {},
    'PT1H',
    { advance: 5 },
    { advance: '48h' },
    { advance: 'PT1H', set: '2027-01-01T00:00:00Z' },
    { set: '2027-01-01' },
    { set: '2027-13-01T00:00:00Z' },
    { set: 'tomorrow' },
    { set: '9999-01-01T00:00:00Z' },
    { advance: 'PT1H', extra: 1 },
  ])('refuses %j', (body) => {
    expect(target(body)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('never moves the clock back', () => {
    expect(target({ set: '2026-11-21T11:59:59Z' })).toMatchObject({ code: 'CLOCK_MOVES_FORWARD_ONLY' })
  })
})

describe('parseDurationMs', () => {
  it.each([
    ['PT31M', 31 * minuteMs],
    ['PT48H', 48 * 60 * minuteMs],
    ['P7D', 7 * 24 * 60 * minuteMs],
    ['P2W', 14 * 24 * 60 * minuteMs],
    ['P1DT2H3M4S', ((26 * 60 + 3) * 60 + 4) * 1000],
    ['PT0S', 0],
  ])('reads %s', (text, ms) => expect(parseDurationMs(text)).toBe(ms))

  it.each(['', 'P', 'PT', 'P1DT', 'P1M', 'P1Y', '-PT1H', 'pt1h', 'PT1.5H', '1H', 'PT1H '])('refuses "%s"', (text) => {
    expect(parseDurationMs(text)).toBeNull()
  })
})
