import { describe, expect, it } from '@jest/globals'
import { isProvedSamePerson, isSamePerson, mailboxOf } from './same-person.js'

describe('the mailbox of an address', () => {
  it.each([
    ['Amal+hissa@Example.com', 'amal@example.com'],
    ['a.m.al+2@gmail.com', 'amal@gmail.com'],
    ['amal@googlemail.com', 'amal@gmail.com'],
    ['a.mal@example.com', 'a.mal@example.com'],
  ])('of "%s" is "%s"', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })
})

describe('two accounts', () => {
  const amal = {
    email: 'amal@example.com',
    name: 'Amal Haddad',
    dateOfBirth: '1990-05-01',
    phone_number: '+971501234567',
  }

  it.each([
    ['the same mailbox', { email: 'Amal+two@example.com' }],
    ['an address that is being changed', { email: 'new@example.com', verifiedEmail: 'amal@example.com' }],
    ['the same phone number', { email: 'b@example.com', phone_number: '+971501234567' }],
    ['the same name and date of birth', { email: 'b@example.com', name: ' amal  HADDAD', dateOfBirth: '1990-05-01' }],
  ])('with %s belong to one person', (_, other) => {
    expect(isSamePerson(amal, other)).toBe(true)
  })

  it.each([
    ['only the name in common', { email: 'b@example.com', name: 'Amal Haddad' }],
    ['only the date of birth in common', { email: 'b@example.com', name: 'Omar', dateOfBirth: '1990-05-01' }],
    ['nothing in common', { email: 'b@example.com' }],
  ])('with %s belong to two people', (_, other) => {
    expect(isSamePerson(amal, other)).toBe(false)
  })
})

describe('two accounts with verified data', () => {
  const user = (personal: object, emailVerified = true, phoneVerified = false) => ({
    ...{ personal: { email: 'amal@example.com', ...personal }, emailVerified, phoneVerified },
  })
  const amal = user({ phone_number: '+971501234567' }, true, true)

  it('of the same mailbox belong to one person', () =>
    expect(isProvedSamePerson(amal, user({ email: 'amal+2@example.com' }))).toBe(true))

  it('of the same telephone number belong to one person', () =>
    expect(isProvedSamePerson(amal, user({ email: 'b@x.com', phone_number: '+971501234567' }, true, true))).toBe(true))

  it.each([
    ['an address', user({}, false)],
    ['a new address', user({ verifiedEmail: 'b@x.com' }, false)],
    ['a telephone number', user({ email: 'b@x.com', phone_number: '+971501234567' })],
  ])('belong to two people if only %s that wasn’t verified is the same', (_, other) =>
    expect(isProvedSamePerson(amal, other)).toBe(false),
  )

  it('belong to two people if neither has verified an address', () =>
    expect(isProvedSamePerson(user({}, false), user({}, false))).toBe(false))
})
