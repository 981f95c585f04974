import { describe, expect, it } from '@jest/globals'
import { isSamePerson, mailboxOf } from './same-person.js'

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
