import { describe, expect, it } from '@jest/globals'
import { newBudget, repeatFailed } from './repeat.mjs'

const SILENT = () => undefined
const passed = (file: string) => ({ file, passed: 3, failed: 0, skipped: 0, failures: [] })
const failed = (file: string, error = 'too late') => ({
  ...{ file, passed: 2, failed: 1, skipped: 0 },
  failures: [{ file, name: 'waits', error }],
})
const files = (count: number) => Array.from({ length: count }, (_, index) => failed(`${index}.spec.ts`))

describe('the repetition of failed files', () => {
  it('counts a file as passed and lists its failures as unstable when it passes alone', async () => {
    const runAlone = (file: string) => Promise.resolve([passed(file)])
    const first = [passed('a.spec.ts'), failed('b.spec.ts')]
    expect(await repeatFailed(first, runAlone, newBudget(), SILENT)).toEqual({
      results: [passed('a.spec.ts'), passed('b.spec.ts')],
      unstable: [{ file: 'b.spec.ts', name: 'waits', error: 'too late' }],
    })
  })

  it('repeats a file twice, and keeps the first failure of one that never passes', async () => {
    const runs: string[] = []
    const runAlone = (file: string) => {
      runs.push(file)
      return Promise.resolve([failed(file, 'again too late')])
    }
    const outcome = await repeatFailed([failed('b.spec.ts')], runAlone, newBudget(), SILENT)
    expect(outcome).toEqual({ results: [failed('b.spec.ts')], unstable: [] })
    expect(runs).toEqual(['b.spec.ts', 'b.spec.ts'])
  })

  it('takes a file that passes the second time as passed', async () => {
    const answers = [failed('b.spec.ts'), passed('b.spec.ts')]
    const runAlone = () => Promise.resolve([answers.shift()!])
    const outcome = await repeatFailed([failed('b.spec.ts')], runAlone, newBudget(), SILENT)
    expect(outcome).toMatchObject({ results: [passed('b.spec.ts')], unstable: [{ file: 'b.spec.ts' }] })
  })

  it('does not take a repetition without tests as passed', async () => {
    const empty = { file: 'b.spec.ts', passed: 0, failed: 0, skipped: 0, failures: [] }
    const [none, nothing] = [() => Promise.resolve([empty]), () => Promise.resolve([])]
    for (const runAlone of [none, nothing])
      expect((await repeatFailed([failed('b.spec.ts')], runAlone, newBudget(), SILENT)).unstable).toEqual([])
  })

  it('repeats eight files but not nine, nor any if a failure belongs to no file', async () => {
    const runAlone = (file: string) => Promise.resolve([passed(file)])
    const unstableOf = async (results: ReturnType<typeof failed>[]) =>
      (await repeatFailed(results, runAlone, newBudget(), SILENT)).unstable.length
    expect(await unstableOf(files(8))).toBe(8)
    expect(await unstableOf(files(9))).toBe(0)
    expect(await unstableOf([...files(2), failed('')])).toBe(0)
  })

  it('ends after twelve minutes in all, and limits each run to what is left', async () => {
    let now = 0
    const limits: number[] = []
    const budget = newBudget(() => now)
    const runAlone = (file: string, limitMs: number) => {
      limits.push(limitMs)
      now += 5 * 60_000
      return Promise.resolve([failed(file)])
    }
    await repeatFailed(files(2), runAlone, budget, SILENT)
    expect(limits.map((ms) => ms / 60_000)).toEqual([12, 7, 2])
    await repeatFailed(files(1), runAlone, budget, SILENT)
    expect(limits).toHaveLength(3)
  })
})
