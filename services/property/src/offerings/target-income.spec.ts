import type { RentLine } from '@hissa/contracts/property'
import { fils } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import { targetIncomeOf } from './terms.js'

const text = { en: '', ar: '' }
const line = (kind: RentLine['kind'], amount: number): RentLine => ({
  ...{ kind, amountFils: fils(amount), basis: text, source: text },
})

describe('the target of a year’s income', () => {
  it('states costs as positive amounts and the reserve as a share of the rent, with its target', () => {
    const rent = [
      ...[line('gross_rent', 1_000_000), line('vacancy', -50_000), line('service_charge', -100_000)],
      ...[line('management', -60_000), line('reserve', -30_000), line('net_rent', 760_000)],
    ]
    const reserve = { kind: 'opening_reserve' as const, amountFils: fils(120_000), basis: text, source: text }
    expect(targetIncomeOf({ rent, acquisition: [reserve] })).toEqual({
      income: {
        ...{ grossRentFils: 1_000_000, vacancyFils: 50_000, serviceChargeFils: 100_000, managementFils: 60_000 },
        ...{ reserveBasisPoints: 300, reserveTargetFils: 120_000 },
      },
    })
  })

  it('is absent without stated rent', () => {
    expect(targetIncomeOf({ rent: [], acquisition: [] })).toEqual({})
  })
})
