import { describe, expect, it } from '@jest/globals'
import { accountLinks, headerLinks } from './navigation.js'

const dashboard = '/investor-dashboard'
const checks = '/staff/kyc'
const finance = '/staff/finance'
const shareholders = '/staff/shareholders'

describe('headerLinks and accountLinks', () => {
  it.each([
    ['a user without roles', [], true, false, false],
    ['an investor', ['investor'], true, false, false],
    ['compliance', ['compliance'], false, true, false],
    ['compliance who invest too', ['compliance', 'investor'], true, true, false],
    ['finance', ['finance'], false, false, true],
  ])('return the links that %s may open', (_, roles, invests, decides, pays) => {
    for (const links of [headerLinks(roles), accountLinks(roles)]) {
      const addresses = links.map(({ to }) => to)
      expect([dashboard, checks, finance].map((to) => addresses.includes(to))).toEqual([invests, decides, pays])
      expect(addresses.includes(shareholders)).toBe(decides || pays)
      expect(addresses).toContain('/properties')
    }
  })

  it.each([
    ['compliance', true],
    ['admin', true],
    ['finance', false],
    ['content', false],
    ['investor', false],
  ])('lead to users and the audit trail from the account menu of %s: %s', (role, isLed) => {
    const addresses = accountLinks([role]).map(({ to }) => to)
    expect(['/staff/users', '/staff/audit'].map((to) => addresses.includes(to))).toEqual([isLed, isLed])
  })
})
