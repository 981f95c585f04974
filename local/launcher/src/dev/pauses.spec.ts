import { describe, expect, it } from '@jest/globals'
import { Pauses } from './pauses.js'

describe('Pauses', () => {
  it('ends once every caller has resumed, each of which counts once', () => {
    const changes: boolean[] = []
    const pauses = new Pauses((isPaused) => changes.push(isPaused))
    const [first, second] = [pauses.pause(), pauses.pause()]
    first()
    first()
    expect(pauses.isPaused).toBe(true)
    second()
    expect(pauses.isPaused).toBe(false)
    expect(changes).toEqual([true, true, true, false])
  })
})
