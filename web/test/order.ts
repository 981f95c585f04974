import type { OrderRequirements, OrderView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { NOW_MS } from './render.js'

/** Returns the ISO time `minutes` after the time at which tests render. */
export const inMinutes = (minutes: number) => new Date(NOW_MS + minutes * 60_000).toISOString()

/** Returns an unpaid reservation of 20 shares for AED 2,030, with 31 minutes left. */
export function anOrder(change: Partial<OrderView> = {}): OrderView {
  return {
    orderId: 'o1',
    reference: 'HS-00000001',
    property: { propertyId: 'Prop_1904_marina', slug: 'marina-gate-2-1904', title: 'Marina Gate 2, 1904' },
    state: 'reserved',
    ...{ units: units(20), unitPriceFils: fils(10_000), amountFils: fils(200_000), feeFils: fils(3_000) },
    totalFils: fils(203_000),
    createdAt: inMinutes(0),
    expiresAt: inMinutes(31),
    checkoutUrl: 'https://pay.test/cs_1',
    canCancel: false,
    canExtend: true,
    version: 2,
    ...change,
  }
}

/** Returns what an investor's order still requires: nothing. */
export function needs(change: Partial<OrderRequirements> = {}): OrderRequirements & { success: true } {
  return {
    success: true,
    ...{ identity: 'verified', appropriateness: 'passed', investorClass: 'retail', annualLimit: null },
    accepted: [],
    outstanding: [],
    ...change,
  }
}
