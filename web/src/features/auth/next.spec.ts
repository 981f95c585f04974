import { describe, expect, it } from '@jest/globals'
import { landing } from './next.js'

describe('landing', () => {
  it.each([
    ['the dashboard for investors', ['investor'], '/investor-dashboard'],
    ['the dashboard for a user without a role', [], '/investor-dashboard'],
    ['the compliance desk for compliance', ['compliance'], '/staff/kyc'],
    ['the publications for content', ['content'], '/staff/content'],
    ['the publications for administrators', ['admin'], '/staff/content'],
    ['the finance desk for finance', ['finance'], '/staff/finance'],
  ])('returns %s', (_, roles, to) => expect(landing(null, roles)).toBe(to))

  it('prefers the requested page', () =>
    expect(landing('/properties?type=villa', ['finance'])).toBe('/properties?type=villa'))
})
