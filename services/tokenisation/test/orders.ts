import type { EventData } from '@hissa/contracts'
import type { OrderAllotted } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'

export interface Order {
  orderId: string
  userId: string
  propertyId: string
  count: number
}

export const slugOf = (propertyId: string) => `home-${propertyId.toLowerCase().replaceAll('_', '-')}`

export function factOf({ orderId, userId, propertyId, count }: Order): EventData<typeof OrderAllotted> {
  const money = { amountFils: fils(200_000), feeFils: fils(3_000), totalFils: fils(203_000) }
  return {
    orderId,
    userId,
    propertyId,
    units: units(count),
    ...money,
    coolingOffEndsAt: '2026-01-01T00:00:00Z',
    version: 5,
  }
}
