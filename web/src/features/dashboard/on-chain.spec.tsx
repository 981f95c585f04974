import { describe, expect, it } from '@jest/globals'
import type { HoldingView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { screen } from '@testing-library/react'
import { anOrder } from '../../../test/order.js'
import { renderUi } from '../../../test/render.js'
import { ACCOUNT, addressOf, hashOf, LOCAL_CHAIN, PROPERTY } from '../../../test/token.js'
import { Holdings } from './holdings.js'
import { OrderBadge } from './order-badge.js'

const onChain = {
  ...{ chainId: LOCAL_CHAIN.chainId, token: addressOf('1'), account: ACCOUNT, transactionHash: hashOf('a') },
}
const holding = (change: Partial<HoldingView>): HoldingView => ({
  ...{ property: PROPERTY, state: 'issued', raiseState: 'completed', units: units(20), allottedUnits: units(20) },
  ...{ unitPriceFils: fils(10_000), amountFils: fils(200_000), feeFils: fils(3_000), sharePartsPerMillion: 1_904 },
  ...{ unitsTotal: units(10_500), unitsPaid: units(6_510), expectedReturnBasisPoints: 680, coolingOffHours: 48 },
  ...{ firstPaidAt: '2026-11-21T08:00:00Z', lastPaidAt: '2026-11-21T08:00:00Z', nextDates: [] },
  ...change,
})
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const transaction = `/tokenization/${PROPERTY.slug}/transactions/${hashOf('a')}`

describe('issued shares on the dashboard', () => {
  it('link to their token and to the transaction that issued them', () => {
    renderUi(<Holdings holdings={[holding({ issuedUnits: units(20), onChain })]} />)
    expect(hrefOf('0x1111…1111')).toBe(`/tokenization/${PROPERTY.slug}`)
    expect(hrefOf('0xaaaa…aaaa')).toBe(transaction)
    expect(hrefOf('Your wallet')).toBe('/wallet')
  })

  it('link to nothing before they are issued', () => {
    renderUi(<Holdings holdings={[holding({ state: 'allotted' })]} />)
    expect(screen.queryByRole('link', { name: /0x/ })).toBeNull()
  })

  it('link from their order to the transaction', () => {
    renderUi(<OrderBadge order={anOrder({ state: 'issued', onChain })} />)
    expect(hrefOf('View transaction')).toBe(transaction)
  })
})
