import { describe, expect, it } from '@jest/globals'
import type { Access, Role } from '@hissa/contracts'
import { bearerToken, permits, requireAccess } from './access.js'

const investor = { roles: ['investor'] as const }
const officer = { roles: ['compliance'] as const }

describe('access rules', () => {
  it.each<[Access, { roles: readonly Role[] } | undefined, boolean]>([
    ['public', undefined, true],
    ['user', undefined, false],
    ['user', investor, true],
    ['service', officer, false],
    [['compliance', 'admin'], officer, true],
    [['compliance'], investor, false],
    [['compliance'], undefined, false],
  ])('permits %j for %j: %s', (access, caller, expected) => {
    expect(permits(access, caller)).toBe(expected)
  })

  it('throws UNAUTHENTICATED without a caller, and FORBIDDEN for a caller without the role', () => {
    expect(() => requireAccess('user', undefined)).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED', status: 401 }),
    )
    expect(() => requireAccess(['admin'], investor)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', status: 403 }),
    )
  })

  it('read a bearer token and nothing else', () => {
    expect(bearerToken('bearer a.b-c_d.e')).toBe('a.b-c_d.e')
    expect([undefined, '', 'Basic abc', 'Bearer', 'Bearer a b', 'Bearer <x>'].map(bearerToken)).toEqual(
      Array(6).fill(undefined),
    )
  })
})
