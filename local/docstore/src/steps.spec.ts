import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { finish, TaskScheduler, mapSteps, sortSteps, STEP_ITEMS, type Steps } from './steps.js'

/** Runs work and returns the growth of `measure` in each step. */
function growth(steps: Steps<unknown>, measure: () => number): number[] {
  const grown: number[] = []
  for (let before = 0, done = false; !done; before = measure()) {
    done = steps.next().done ?? false
    grown.push(measure() - before)
  }
  return grown
}

describe('sortSteps', () => {
  it('sorts stably', () => {
    const items = fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }), n: fc.nat() }), { maxLength: 1000 })
    fc.assert(
      fc.property(items, (list) => {
        const order = (a: { key: number }, b: { key: number }) => a.key - b.key
        expect(finish(sortSteps(list, order))).toEqual([...list].sort(order))
      }),
      { numRuns: 50 },
    )
  })

  it('compares a bounded number of items between two pauses', () => {
    let compared = 0
    const items = Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 20_011)
    const order = (a: number, b: number) => {
      compared++
      return a - b
    }
    const grown = growth(sortSteps(items, order), () => compared)
    expect(Math.max(...grown)).toBeLessThanOrEqual(STEP_ITEMS * 8)
  })
})

describe('mapSteps', () => {
  it('maps a bounded number of items between two pauses', () => {
    let mapped = 0
    const items = Array.from({ length: 1000 }, (_, i) => i)
    const grown = growth(
      mapSteps(items, () => ++mapped),
      () => mapped,
    )
    expect(Math.max(...grown)).toBe(STEP_ITEMS)
  })
})

describe('TaskScheduler', () => {
  function* counting(steps: number, log: string[], name: string): Steps<string> {
    for (let i = 0; i < steps; i++) {
      log.push(name)
      yield
    }
    return name
  }

  it('alternates between long tasks, one slice in each turn of the event loop', async () => {
    const [tasks, log] = [new TaskScheduler(0), [] as string[]]
    const works = [tasks.run(counting(3, log, 'a')), tasks.run(counting(3, log, 'b'))]
    expect(log).toEqual(['a', 'b'])
    await new Promise(setImmediate)
    expect(log).toHaveLength(3)
    expect(await Promise.all(works)).toEqual(['a', 'b'])
    expect(log).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('ends only the task whose check fails', async () => {
    const [tasks, log] = [new TaskScheduler(0), [] as string[]]
    const ended = tasks.run(counting(3, log, 'ended'), () => {
      throw new Error('over')
    })
    const other = tasks.run(counting(3, log, 'other'))
    await expect(ended).rejects.toThrow('over')
    expect(await other).toBe('other')
    expect(log.filter((name) => name === 'ended')).toHaveLength(1)
  })
})
