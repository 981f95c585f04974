import { describe, expect, it } from '@jest/globals'
import { until } from './until.js'

describe('until', () => {
  it('asks again until the condition holds', async () => {
    let asked = 0
    await until(() => (asked += 1) === 3)
    await until(() => Promise.resolve((asked += 1) === 5))
    expect(asked).toBe(5)
  })

  it('throws when the time is over, and passes errors on', async () => {
    await expect(until(() => false, 20)).rejects.toThrow('did not come true within 20 ms')
    await expect(until(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })
})
