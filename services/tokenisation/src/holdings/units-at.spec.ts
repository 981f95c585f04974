import { describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import fc from 'fast-check'
import { leftAfterTransfers, movable, heldAt, unitsOfInvestor } from './units-at.js'

const receipt = { chainId: 1, transactionHash: '0x1', blockNumber: 1, blockHash: '0x2', at: '' } as const
const minted = (count: number, change: object = {}) => ({
  ...{ units: units(count), state: 'minted' as const, minted: receipt },
  ...change,
})
const moved = (fromUserId: string, toUserId: string, count: number, state: 'waiting' | 'moving' | 'moved') => ({
  ...{ fromUserId, toUserId, units: units(count), state },
})

describe('the units at an investor’s address', () => {
  it('are those minted or received, less those burned, moved, or about to be', () => {
    const own = [minted(20), minted(10, { state: 'burning' }), { units: units(7), state: 'waiting' as const }]
    const transfers = [moved('x', 'ann', 5, 'moved'), moved('x', 'ann', 6, 'moving'), moved('ann', 'x', 8, 'moving')]
    expect(heldAt('ann', own, transfers)).toBe(20 + 5 - 8)
    expect(leftAfterTransfers('ann', own, [...transfers, moved('ann', 'y', 12, 'waiting')])).toBe(5)
  })

  it('keep what other investors hold of a reversed order', () => {
    expect(heldAt('ann', [minted(20, { state: 'burned', unitsKept: units(15) })], [])).toBe(15)
  })

  it('are shown as arrived only if they are not to leave', () => {
    expect(unitsOfInvestor('ann', [minted(20)], [moved('ann', 'x', 15, 'waiting')])).toEqual({
      units: 5,
      unitsAwaiting: 0,
    })
    expect(unitsOfInvestor('x', [], [moved('ann', 'x', 15, 'moving')])).toEqual({ units: 0, unitsAwaiting: 15 })
    expect(unitsOfInvestor('x', [], [moved('ann', 'x', 15, 'moved')])).toEqual({ units: 15, unitsAwaiting: 0 })
  })
})

describe('transfers of the same shares', () => {
  it('wait for earlier ones, unless the units suffice for both', () => {
    const [first, second, third] = [{ units: units(8) }, { units: units(5) }, { units: units(2) }]
    expect(movable([first, second, third], 20)).toEqual([first, second, third])
    expect(movable([first, second, third], 14)).toEqual([first, second])
    expect(movable([first, second, third], 7)).toEqual([])
  })

  it('are all carried out in the end, whatever the order of mints and transfers', () => {
    const names = ['a', 'b', 'c', 'd']
    const step = fc.record({ from: fc.nat(3), to: fc.nat(3), share: fc.double({ min: 0.01, max: 1, noNaN: true }) })
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 4, maxLength: 4 }),
        fc.array(step, { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (start, steps, choices) => {
          const register = new Map(names.map((name, n) => [name, start[n]!]))
          const transfers = steps.flatMap(({ from, to, share }) => {
            const [fromUserId, toUserId] = [names[from]!, names[to]!]
            const count = Math.ceil(register.get(fromUserId)! * share)
            if (count === 0 || from === to) return []
            register.set(fromUserId, register.get(fromUserId)! - count)
            register.set(toUserId, register.get(toUserId)! + count)
            return [moved(fromUserId, toUserId, count, 'waiting')]
          })
          const own = new Map(names.map((name, n) => [name, [{ units: units(start[n]!), state: 'waiting' as const }]]))
          const allotments = (name: string) => own.get(name)! as never[]
          // Mints and transfers are carried out in any order that is possible.
          for (;;) {
            const mints = names.filter((name) => own.get(name)![0]!.state === 'waiting')
            const moves = names.flatMap((name) => {
              const waiting = transfers.filter((one) => one.fromUserId === name && one.state === 'waiting')
              return movable(waiting, heldAt(name, allotments(name), transfers))
            })
            const possible = mints.length + moves.length
            if (possible === 0) break
            const chosen = choices.next().value! % possible
            if (chosen < mints.length) own.set(mints[chosen]!, [minted(own.get(mints[chosen]!)![0]!.units) as never])
            else moves[chosen - mints.length]!.state = 'moved'
          }
          expect(transfers.every(({ state }) => state === 'moved')).toBe(true)
          for (const name of names) expect(heldAt(name, allotments(name), transfers)).toBe(register.get(name))
        },
      ),
    )
  })
})
