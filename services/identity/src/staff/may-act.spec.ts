import { describe, expect, it } from '@jest/globals'
import { refusalOf } from './may-act.js'

const account = (userId: string, groups: string[] = [], email = `${userId}@example.com`) => ({
  ...{ userId, groups, personal: { email } },
})
const officer = { userId: 'officer', roles: ['compliance'] }
const own = account('officer', ['compliance'])

describe('a member of staff', () => {
  it('may act on an investor', () => expect(refusalOf(account('anna', ['investor']), own, officer)).toBeNull())

  it('may not act on their own account, even as an administrator', () => {
    const admin = { userId: 'officer', roles: ['admin'] }
    expect(refusalOf(own, own, officer)).toBe('own_account')
    expect(refusalOf(own, undefined, admin)).toBe('own_account')
  })

  it('may not act on another account with their mailbox', () =>
    expect(refusalOf(account('other', [], 'officer+2@example.com'), own, officer)).toBe('own_account'))

  it('may act on a colleague only as an administrator', () => {
    const colleague = account('colleague', ['finance'])
    expect(refusalOf(colleague, own, officer)).toBe('staff_account')
    expect(refusalOf(colleague, own, { userId: 'officer', roles: ['admin'] })).toBeNull()
  })
})
