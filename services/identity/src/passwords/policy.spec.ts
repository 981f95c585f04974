import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { passwordFault } from './policy.js'

describe('the password policy', () => {
  it.each(['Hissa-2026!', 'Tr0ubadourX', 'Ümläut99x', 'Abcdefg7kq'])('accepts %s', (password) => {
    expect(passwordFault(password)).toBeUndefined()
  })

  it.each([
    ['Ab1defg', 'not long enough'],
    ['', 'not long enough'],
    ['abcdefgh1k', 'uppercase'],
    ['ABCDEFGH1K', 'lowercase'],
    ['Abcdefghk', 'numeric'],
    ['Abcd efg h1', 'spaces'],
    [`Aa1${'x'.repeat(254)}`, 'too long'],
    ['Password1', 'most common'],
    ['PassW0rd', 'most common'],
  ])('refuses %s: %s', (password, reason) => {
    expect(passwordFault(password)).toContain(reason)
  })

  it('refuses every one of the common passwords, also written with a capital', () => {
    const words = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
    expect(words.length).toBe(15_769)
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
    expect(words.filter((word) => !passwordFault(word) || !passwordFault(capital(word)))).toEqual([])
  })
})
