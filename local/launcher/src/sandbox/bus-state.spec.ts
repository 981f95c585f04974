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

describe('unfinished', () => {
  it('returns zero when every consumer has handled every message', () => {
    expect(kycConsumers.length).toBeGreaterThan(3)
    expect(unfinished([stream({}), stream({ name: 'HISSA_DEAD_KYC', consumers: [] })])).toBe(0)
  })

  it('counts messages that wait and those that are being handled', () => {
    const [first, ...rest] = stream({}).consumers
    expect(unfinished([stream({ consumers: [{ ...first!, waiting: 2, inHand: 1 }, ...rest] })])).toBe(3)
  })

  it('counts a consumer that does not exist yet, if its stream has messages', () => {
    expect(unfinished([stream({ consumers: stream({}).consumers.slice(1) })])).toBe(1)
    expect(unfinished([stream({ consumers: [], messages: 0 })])).toBe(0)
  })
})
