import { describe, expect, it } from '@jest/globals'
import { feesFor, gasLimitFor, leastGas, MOST_GAS, replacementFees } from './fees.js'

const ceilings = { maxFeePerGas: 1_000n, maxTipPerGas: 100n }

describe('feesFor', () => {
  it('allows twice the base fee and the suggested tip', () => {
    expect(feesFor(100n, 10n, ceilings)).toEqual({ maxFeePerGas: 210n, maxTipPerGas: 10n })
  })

  it('stays within the ceilings, and leaves half of the tip for replacements', () => {
    expect(feesFor(800n, 500n, ceilings)).toEqual({ maxFeePerGas: 1_000n, maxTipPerGas: 50n })
  })

  it('has no fees while the base fee exceeds the ceiling', () => {
    expect(feesFor(1_001n, 0n, ceilings)).toBeNull()
    expect(feesFor(995n, 10n, ceilings)).toBeNull()
  })
})

describe('replacementFees', () => {
  const earlier = { maxFeePerGas: 400n, maxTipPerGas: 40n }

  it('raises both fees by an eighth, or to what is now suggested', () => {
    expect(replacementFees(earlier, null, ceilings)).toEqual({ maxFeePerGas: 451n, maxTipPerGas: 46n })
    const suggested = { maxFeePerGas: 900n, maxTipPerGas: 41n }
    expect(replacementFees(earlier, suggested, ceilings)).toEqual({ maxFeePerGas: 900n, maxTipPerGas: 46n })
  })

  it('replaces nothing beyond a ceiling, because nodes reject smaller steps', () => {
    expect(replacementFees({ maxFeePerGas: 900n, maxTipPerGas: 1n }, null, ceilings)).toBeNull()
    expect(replacementFees({ maxFeePerGas: 100n, maxTipPerGas: 95n }, null, ceilings)).toBeNull()
  })
})

describe('gasLimitFor', () => {
  it('adds a quarter and 10,000 to the estimate or the hint', () => {
    expect(gasLimitFor(100_000n, 0n, 30_000_000n)).toBe(135_000n)
    expect(gasLimitFor(100_000n, 200_000n, 30_000_000n)).toBe(260_000n)
  })

  it('never exceeds what one transaction or the block may use', () => {
    expect(gasLimitFor(16_000_000n, 0n, 30_000_000n)).toBe(MOST_GAS)
    expect(gasLimitFor(900_000n, 0n, 1_000_000n)).toBe(1_000_000n)
    expect(gasLimitFor(MOST_GAS + 1n, 0n, 30_000_000n)).toBeNull()
  })
})

describe('leastGas', () => {
  it('is what the protocol asks of a call without execution: 4 or 16 for a byte, or the floor of 10 or 40', () => {
    expect(leastGas('0x', false)).toBe(21_000n)
    expect(leastGas('0x0000ff', false)).toBe(21_000n + 10n + 10n + 40n)
  })

  it('includes the creation of a contract, if that is more than the floor', () => {
    expect(leastGas('0x00ff', true)).toBe(21_000n + 32_000n + 2n + 4n + 16n)
    const large = `0x${'ff'.repeat(4_000)}` as const
    expect(leastGas(large, true)).toBe(21_000n + 4_000n * 40n)
  })
})
