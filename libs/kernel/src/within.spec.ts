import { describe, expect, it } from '@jest/globals'
import { ManualTiming } from './timing.js'
import { within } from './within.js'

describe('within', () => {
  it('settles as the work does', async () => {
    await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done')
    await expect(within(60_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })

  it('rejects when the work takes longer', async () => {
    const timing = new ManualTiming()
    let isSettled = false
    const result = within(1_000, new Promise(() => {}), timing).finally(() => (isSettled = true))
    const rejection = expect(result).rejects.toThrow('no result within 1000 ms')
    await timing.pass(999)
    expect(isSettled).toBe(false)
    await timing.pass(1)
    await rejection
  })

  it('leaves no timer behind', async () => {
    const timing = new ManualTiming()
    await within(60_000, Promise.resolve(), timing)
    expect(timing.waiting).toBe(0)
  })
})
