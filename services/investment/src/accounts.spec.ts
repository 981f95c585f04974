import { describe, expect, it } from '@jest/globals'
import { accounts, chart } from './accounts.js'

describe('the chart of accounts', () => {
  it('has an account for each of its constructors', () => {
    const ids = [
      accounts.cardClearing(),
      accounts.bank(),
      accounts.investorCash('u'),
      accounts.escrow('p'),
      accounts.pendingFees('p'),
      accounts.suspense('usd'),
      accounts.operating('p'),
      accounts.reserve('p'),
      accounts.distributions('d'),
    ]
    for (const id of ids) expect(chart(id).ledger).toMatch(/^client-/)
    expect(chart(accounts.unitsTreasury('Prop_1_a'))).toEqual({ ledger: 'units-Prop_1_a', limit: 'debits' })
    for (const id of [
      accounts.unitsIssued('p'),
      accounts.unitsOf('p', 'u'),
      accounts.peoplePool('p'),
      accounts.peopleCounted('p'),
    ])
      expect(() => chart(id)).not.toThrow()
  })

  it('keeps platform and client money in separate ledgers', () => {
    const client = chart(accounts.pendingFees('p')).ledger
    expect([accounts.platformFees(), accounts.platformBank()].map((id) => chart(id).ledger)).not.toContain(client)
  })

  it('forbids overdrafts of accounts that hold investors’ money or units', () => {
    for (const id of [accounts.investorCash('u'), accounts.escrow('p'), accounts.suspense(), accounts.operating('p')])
      expect(chart(id).limit).toBe('debits')
  })

  it.each(['', 'client-aed:', 'client-aed:escrow:a:b', 'units-p:treasury:x', 'client-aed:investor:$ne', 'else'])(
    'rejects %j',
    (id) => expect(() => chart(id)).toThrow('chart of accounts'),
  )
})
