import { describe, expect, it } from '@jest/globals'
import { groupsOf, twoAtATime } from './groups.mjs'

const step = (name: string, idle = false) => ({ name, idle })
const never = () => false

/** Work on steps that ends when the test says so. */
function controlled() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => {
    started.push(name)
    return new Promise<string>((end) => ends.set(name, () => end(name)))
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate) // What waits for the step goes on.
  }
  return { started, work, end }
}

describe('groups of steps', () => {
  it('put adjacent idle steps together and leave every other step alone, in order', () => {
    const [a, b, c, d, e] = [step('a'), step('b', true), step('c', true), step('d'), step('e', true)]
    expect(groupsOf([a, b, c, d, e])).toEqual([[a], [b, c], [d], [e]])
    expect(groupsOf([])).toEqual([])
  })
})

describe('a group of steps', () => {
  it('runs two at a time, and the next as soon as one ends', async () => {
    const { started, work, end } = controlled()
    const outcomes = twoAtATime(['a', 'b', 'c', 'd'], work, never)
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
    await end('c')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    await end('d')
    await end('a')
    expect(await outcomes).toEqual(['b', 'c', 'd', 'a'])
  })

  it('starts nothing more once it is stopped, and returns what has ended', async () => {
    const { started, work, end } = controlled()
    let isStopped = false
    const outcomes = twoAtATime(['a', 'b', 'c'], work, () => isStopped)
    isStopped = true
    await end('a')
    await end('b')
    expect(started).toEqual(['a', 'b'])
    expect(await outcomes).toEqual(['a', 'b'])
  })
})
