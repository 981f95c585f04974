import { describe, expect, it } from '@jest/globals'
import { poll, until } from './poll.js'

describe('poll', () => {
  it('returns the first value, and retries after errors', async () => {
    let attempts = 0
    const third = () => {
      attempts += 1
      if (attempts === 1) throw new Error('not there yet')
      return attempts === 3 ? 'there' : undefined
    }
    expect(await poll('the mail', third, { intervalMs: 1 })).toBe('there')
    expect(attempts).toBe(3)
  })

  it.each([[undefined], [null], [false]])('does not treat %p as a value', async (nothing) => {
    const values = [nothing, 0]
    expect(await poll('a number', () => values.shift(), { intervalMs: 1 })).toBe(0)
  })

  it('throws after the timeout, with the awaited condition and the last error', async () => {
    const options = { timeoutMs: 0, intervalMs: 1 }
    await expect(poll('the mail', () => undefined, options)).rejects.toThrow(
      'timed out after 0 ms waiting for the mail',
    )
    const cause = new Error('refused')
    await expect(poll('the mail', () => Promise.reject(cause), options)).rejects.toMatchObject({ cause })
  })
})

describe('until', () => {
  it('repeats the condition until it holds', async () => {
    let attempts = 0
    await until(() => (attempts += 1) === 3)
    await until(() => Promise.resolve((attempts += 1) === 5))
    expect(attempts).toBe(5)
  })

  it('throws after the timeout, and immediately for an error of the condition', async () => {
    await expect(until(() => false, 0)).rejects.toThrow('timed out after 0 ms waiting for a condition')
    await expect(until(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })
})
