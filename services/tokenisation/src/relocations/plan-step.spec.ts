import { describe, expect, it } from '@jest/globals'
import { propertyTokenAbi } from '@hissa/token-suite'
import { decodeFunctionData, zeroAddress, type Address } from 'viem'
import { closePlan, movePlan, nextOf, type Facts } from './plan-step.js'
import type { Relocation } from './relocation.js'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const [identity, wallet, second, registry, token] = ['1', '2', '3', '4', '5'].map(address) as [
  ...[Address, Address, Address, Address, Address],
]
const holding = { propertyId: 'p', token, balance: 3n }
const toWallet: Facts = {
  ...{ registry, identity, from: identity, to: wallet, fromIdentity: identity, toIdentity: identity, left: [] },
  ...{ country: 784, toCountry: 784 },
}
const fromWallet: Facts = { ...toWallet, from: wallet, to: identity }

describe('nextOf', () => {
  it('registers a new wallet first, also without shares, and registers the identity never', () => {
    expect(nextOf({ ...toWallet, toIdentity: zeroAddress, left: [holding] })).toEqual({ kind: 'register' })
    expect(nextOf({ ...toWallet, toIdentity: zeroAddress })).toEqual({ kind: 'register' })
    expect(nextOf({ ...fromWallet, toIdentity: zeroAddress, left: [holding] })).toMatchObject({ kind: 'move' })
  })

  it('corrects the country of the new address before it moves shares there', () => {
    expect(nextOf({ ...toWallet, toCountry: 408, left: [holding] })).toEqual({ kind: 'country' })
    expect(nextOf({ ...toWallet, toCountry: 408 })).toBeUndefined()
  })

  it('moves what is left, at most 50 tokens at once', () => {
    const left = Array.from({ length: 60 }, () => holding)
    expect(nextOf({ ...toWallet, left })).toEqual({ kind: 'move', holdings: left.slice(0, 50) })
  })

  it('deletes the registration of an emptied wallet, never that of the identity, and then has nothing more to do', () => {
    expect(nextOf(fromWallet)).toEqual({ kind: 'close' })
    expect(nextOf({ ...fromWallet, to: second })).toEqual({ kind: 'close' })
    expect(nextOf({ ...fromWallet, fromIdentity: zeroAddress })).toBeUndefined()
    expect(nextOf({ ...fromWallet, fromIdentity: second })).toBeUndefined()
    expect(nextOf(toWallet)).toBeUndefined()
  })

  it('leaves shares where they belong by now', () => {
    expect(nextOf({ ...toWallet, to: identity, left: [holding] })).toBeUndefined()
  })
})

describe('the transaction of a move', () => {
  const relocation = { _id: 'r', kind: 'recovery', steps: [] } as unknown as Relocation
  const called = ({ data }: { data: `0x${string}` }) => decodeFunctionData({ abi: propertyTokenAbi, data })

  it('recovers a registered wallet with its freezes, and forces the transfer otherwise', () => {
    const args = [wallet, identity, identity]
    expect(called(movePlan(relocation, fromWallet, holding, []))).toEqual({ functionName: 'recoveryAddress', args })
    const forced = { functionName: 'forcedTransfer', args: [wallet, identity, 3n] }
    expect(called(movePlan({ ...relocation, kind: 'return' }, fromWallet, holding, []))).toEqual(forced)
    expect(called(movePlan(relocation, { ...fromWallet, fromIdentity: zeroAddress }, holding, []))).toEqual(forced)
    expect(called(movePlan({ ...relocation, state: 'cancelled' }, fromWallet, holding, []))).toEqual(forced)
  })

  it('is after the registration and the mints, and the deletion is after the last move', () => {
    const steps = (['register', 'country', 'move', 'move'] as const).map((kind, n) => ({ id: `${kind} ${n}`, kind }))
    const row = { ...relocation, steps }
    expect(movePlan(row, toWallet, holding, ['mint']).after).toEqual(['register 0', 'country 1', 'mint'])
    expect(closePlan(row, fromWallet).after).toEqual(['move 3'])
  })
})
