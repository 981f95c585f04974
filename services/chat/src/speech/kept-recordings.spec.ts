import { ManualTiming } from '@hissa/kernel'
import { describe, expect, it } from '@jest/globals'
import { KeptRecordings } from './kept-recordings.js'
import { Recording } from './recording.js'

const recording = () => new Recording((async function* () {})())

describe('KeptRecordings', () => {
  it('makes room by those that were used longest ago', () => {
    const kept = new KeptRecordings({ maxBytes: 10, forMs: 1, timing: new ManualTiming() })
    const [a, b, c] = [recording(), recording(), recording()]
    kept.set('a', a, 4)
    kept.set('b', b, 4)
    expect(kept.get('a')).toBe(a)
    kept.set('c', c, 5)
    expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.bytes]).toEqual([a, undefined, c, 9])
    kept.set('c', c, 1)
    expect(kept.bytes).toBe(5)
  })

  it('keeps none that is larger than all may be', () => {
    const kept = new KeptRecordings({ maxBytes: 10, forMs: 1, timing: new ManualTiming() })
    kept.set('a', recording(), 11)
    expect([kept.get('a'), kept.bytes]).toEqual([undefined, 0])
  })

  it('forgets after its time, whether asked or not', async () => {
    const timing = new ManualTiming()
    const kept = new KeptRecordings({ maxBytes: 10, forMs: 100, timing })
    kept.set('a', recording(), 4)
    kept.set('b', recording(), 4)
    await timing.pass(100)
    expect(kept.get('a')).toBeUndefined()
    expect(kept.bytes).toBe(0)
  })
})
