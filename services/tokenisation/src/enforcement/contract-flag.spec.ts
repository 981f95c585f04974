import { describe, expect, it } from '@jest/globals'
import { confirmed, isSettled, mayBeOn, planned, refused, takenBack, type ContractFlag } from './contract-flag.js'

const flag = (more: Partial<ContractFlag> = {}): ContractFlag => ({
  ...{ _id: 'paused:P', kind: 'paused', propertyId: 'P', token: '0x0000000000000000000000000000000000000001' },
  ...{ isOn: false, by: 0, block: 0, planned: 0, open: [], readAt: new Date(), version: 1, ...more },
})
type Step = (flag: ContractFlag) => { set: Partial<ContractFlag>; unset?: readonly (keyof ContractFlag)[] }
/** Applies changes one after the other, as the store would. */
const after = (...steps: Step[]): ContractFlag =>
  steps.reduce((current, step) => {
    const { set, unset = [] } = step(current)
    const removed = new Set<string>(unset)
    const kept = Object.fromEntries(Object.entries({ ...current, ...set }).filter(([key]) => !removed.has(key)))
    return kept as unknown as ContractFlag
  }, flag())

const on = { id: 'tx-1', n: 1, isOn: true }
const off = { id: 'tx-2', n: 2, isOn: false }
const plan =
  ({ id }: { id: string }): Step =>
  (current) =>
    planned(current, id)
const confirm =
  (call: typeof on, block = 7): Step =>
  (current) =>
    confirmed(current, call, block)
const refuse =
  ({ id }: { id: string }): Step =>
  (current) =>
    refused(current, { id }, new Date())
const takeBack =
  (call: typeof on): Step =>
  (current) =>
    takenBack(current, call)

describe('a flag of a contract', () => {
  it('is settled once its transaction is confirmed', () => {
    expect(isSettled(undefined, false)).toBe(false)
    expect(isSettled(after(plan(on)), true)).toBe(false)
    expect(mayBeOn(after(plan(on)))).toBe(true)
    const done = after(plan(on), confirm(on))
    expect([isSettled(done, true), isSettled(done, false), done.block, done.by]).toEqual([true, false, 7, 1])
  })

  it('is read again after a refusal', () => {
    const failed = after(plan(on), refuse(on))
    expect([failed.isOn, failed.open, failed.readAt, failed.after]).toEqual([false, [], undefined, expect.any(Date)])
    expect(isSettled(failed, false)).toBe(false)
  })

  it('is not as it was while a reorganisation has taken its transaction back, and then as before', () => {
    const lost = after(plan(on), confirm(on), takeBack(on))
    expect([lost.isOn, lost.open]).toEqual([false, ['tx-1']])
    expect(after(plan(on), confirm(on), takeBack(on), confirm(on, 9))).toMatchObject({ isOn: true, open: [], block: 9 })
  })

  it('has the state of the later of two transactions, in whichever order they are confirmed again', () => {
    const both = [plan(on), confirm(on), plan(off), confirm(off), takeBack(on), takeBack(off)] as const
    expect(after(...both).open).toEqual(['tx-1', 'tx-2'])
    expect(after(...both, confirm(on), confirm(off))).toMatchObject({ isOn: false, open: [], by: 2 })
    expect(after(...both, confirm(off), confirm(on))).toMatchObject({ isOn: false, open: [], by: 2 })
  })

  it('counts a refused transaction that is executed after a reorganisation', () => {
    const late = after(plan(on), refuse(on), takeBack(on), confirm(on))
    expect([late.isOn, late.open]).toEqual([true, []])
  })
})
