import { describe, expect, it } from '@jest/globals'
import { refusalOf } from './may-act.js'

const account = (userId: string, groups: string[] = []) => ({ userId, groups })
const officer = { userId: 'officer', roles: ['compliance'] }
const own = account('officer', ['compliance'])

describe('a member of staff', () => {
  it('may act on an investor', () => expect(refusalOf(account('anna', ['investor']), officer)).toBeNull())

  it('may not act on their own account, even as an administrator', () => {
    expect(refusalOf(own, officer)).toBe('own_account')
    expect(refusalOf(own, { userId: 'officer', roles: ['admin'] })).toBe('own_account')
  })

  it('may act on a colleague only as an administrator', () => {
    const colleague = account('colleague', ['finance'])
    expect(refusalOf(colleague, officer)).toBe('staff_account')
    expect(refusalOf(colleague, { userId: 'officer', roles: ['admin'] })).toBeNull()
  })
})
