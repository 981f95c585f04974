import { describe, expect, it } from '@jest/globals'
import { aedAmount } from './views.js'

const messagesFor = (amount: number) => aedAmount.safeParse(amount).error?.issues.map(({ message }) => message) ?? []

describe('an amount in dirhams', () => {
  it('is accepted with at most two decimals', () => {
    expect([2_000, 2_000.5, 0.01, 100_000_000].flatMap(messagesFor)).toEqual([])
  })

  it.each([
    [-2_000, /Too small|Invalid input/],
    [-2_000.001, /Too small|Invalid input/],
    [0, /Too small|Invalid input/],
    [1e21, /Too big|Invalid input/],
    [2_000.001, /^At most two decimals are allowed$/],
  ])('is rejected with one message for %d', (amount, message) => {
    expect(messagesFor(amount)).toEqual([expect.stringMatching(message)])
  })
})
