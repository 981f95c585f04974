import { describe, expect, it } from '@jest/globals'
import { landing } from './next.js'

describe('landing', () => {
  it.each([
    ['investors on their dashboard', ['investor'], '/investor-dashboard'],
    ['a person without a role on the dashboard', [], '/investor-dashboard'],
    ['compliance at identity verification', ['compliance'], '/staff/kyc'],
    ['content at the publications', ['content'], '/staff/content'],
    ['administrators at the publications', ['admin'], '/staff/content'],
    ['finance at the finance desk', ['finance'], '/staff/finance'],
  ])('returns %s', (_, roles, to) => expect(landing(null, roles)).toBe(to))

  it('prefers the requested page', () =>
    expect(landing('/properties?type=villa', ['finance'])).toBe('/properties?type=villa'))
})
