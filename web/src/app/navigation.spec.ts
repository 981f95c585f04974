import { describe, expect, it } from '@jest/globals'
import { accountLinks, headerLinks } from './navigation.js'

const dashboard = '/investor-dashboard'
const checks = '/staff/kyc'

describe('the links of a signed-in reader', () => {
  it.each([
    ['nobody in particular', [], true, false],
    ['an investor', ['investor'], true, false],
    ['compliance', ['compliance'], false, true],
    ['compliance who invest too', ['compliance', 'investor'], true, true],
    ['finance', ['finance'], false, false],
  ])('of %s lead to screens that are theirs', (_, roles, invests, decides) => {
    for (const links of [headerLinks(roles), accountLinks(roles)]) {
      const addresses = links.map(({ to }) => to)
      expect([addresses.includes(dashboard), addresses.includes(checks)]).toEqual([invests, decides])
      expect(addresses).toContain('/properties')
    }
  })
})
