import { describe, expect, it } from '@jest/globals'
import { Batcher } from './batcher.js'

describe('Batcher', () => {
  it('passes on items together if they arrive before the first is handled', async () => {
    const groups: number[][] = []
    const batcher = new Batcher<number>(0, async (items) => void groups.push([...items]))
    await Promise.all([1, 2, 3].map((item) => batcher.add(item)))
    await batcher.add(4)
    expect(groups).toEqual([[1, 2, 3], [4]])
  })

  it('handles one group at a time, and items that arrive during it as the next group', async () => {
    const groups: number[][] = []
    let release = () => {}
    const batcher = new Batcher<number>(0, async (items) => {
      groups.push([...items])
      if (groups.length === 1) await new Promise<void>((resolve) => (release = resolve))
    })
    const first = batcher.add(1)
    while (groups.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const later = [batcher.add(2), batcher.add(3)]
    await new Promise((resolve) => setImmediate(resolve))
    expect(groups).toEqual([[1]])
    release()
    await Promise.all([first, ...later])
    expect(groups).toEqual([[1], [2, 3]])
  })
})
