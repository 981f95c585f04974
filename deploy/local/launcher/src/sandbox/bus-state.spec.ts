import { describe, expect, it } from '@jest/globals'
import { reactions } from '@hissa/contracts/bus'
import { type StreamState, unfinished } from './bus-state.js'

const kycConsumers = Object.values(reactions)
  .flatMap((list) => Object.entries(list))
  .filter(([, { type }]) => type.startsWith('kyc.'))
  .map(([name]) => name)

const stream = (changes: Partial<StreamState>): StreamState => ({
  name: 'HISSA_KYC',
  messages: 3,
  lastSeq: 3,
  consumers: kycConsumers.map((name) => ({ name, waiting: 0, inHand: 0 })),
  ...changes,
})

describe('what the bus has not finished', () => {
  it('is nothing when every consumer has read everything', () => {
    expect(kycConsumers.length).toBeGreaterThan(3)
    expect(unfinished([stream({}), stream({ name: 'HISSA_DEAD_KYC', consumers: [] })])).toBe(0)
  })

  it('is what waits and what is in hand', () => {
    const [first, ...rest] = stream({}).consumers
    expect(unfinished([stream({ consumers: [{ ...first!, waiting: 2, inHand: 1 }, ...rest] })])).toBe(3)
  })

  it('is also a consumer that has not begun, where there is something to read', () => {
    expect(unfinished([stream({ consumers: stream({}).consumers.slice(1) })])).toBe(1)
    expect(unfinished([stream({ consumers: [], messages: 0 })])).toBe(0)
  })
})
