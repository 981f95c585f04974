import { describe, expect, it } from '@jest/globals'
import { within } from './within.js'

describe('within', () => {
  it('settles as the work does', async () => {
    await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done')
    await expect(within(60_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })

  it('rejects when the work takes longer', () =>
    expect(within(1, new Promise(() => {}))).rejects.toThrow('no result within 1 ms'))

  it('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    await within(60_000, Promise.resolve())
    expect(timers()).toBe(before)
  })
})
