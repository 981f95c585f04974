import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { undecorated } from './decoration.js'
import { passwordFault } from './policy.js'

describe('passwordFault', () => {
  it.each([
    'Corniche-2026',
    'Tr0ubadourX',
    'Ümläut99x',
    'Salt-and-Verifier-7',
    'Lantern-harbour-77',
    'Correct-horse-battery-staple-9A',
    'Dragon-bicycle-77',
    'Password-for-my-tortoise-9',
    'Kx7mQ2vL',
    'Hissa-lantern-harbour-7',
  ])('accepts %s', (password) => {
    expect(passwordFault(password)).toBeUndefined()
  })

  it.each([
    ['Ab1defg', 'not long enough'],
    ['', 'not long enough'],
    ['corniche1k', 'uppercase'],
    ['CORNICHE1K', 'lowercase'],
    ['Cornichek', 'numeric'],
    ['Abcd efg h1', 'spaces'],
    [`Aa1${'x'.repeat(254)}`, 'too long'],
    ['Password1', 'most common'],
    ['PassW0rd', 'most common'],
    ['Password123!', 'most common'],
    ['!!Password!!', 'most common'],
    ['P@ssw0rd2026!', 'most common'],
    ['Pa$$word-1', 'most common'],
    ['2026Sunshine#', 'most common'],
    ['Qwerty123!', 'most common'],
    ['Welcome2026!', 'most common'],
    ['Tru5tn01!!', 'most common'],
    ['Pass.Word.123', 'most common'],
    ['Ｐａｓｓｗｏｒｄ１２３', 'most common'],
    ['PasswordPassword1', 'most common'],
    ['xPassword1x', 'most common'],
    ['xP@ssw0rd1x', 'most common'],
    ['Pass123word', 'most common'],
    ['P@ss123word', 'most common'],
    ['P-a-s-s-w-o-r-d-1', 'most common'],
    ['Qwerty-qwerty1', 'most common'],
    ['QwertyDragon1', 'most common'],
    ['Abcdefg7kq', 'most common'],
    ['Kx7Kx7Kx7Kx7', 'most common'],
    ['Password1'.repeat(28), 'most common'],
    ['HissaHissa1', 'demonstration'],
    ['xHissa2026x', 'demonstration'],
    ['Hissa-2026!', 'demonstration'],
    ['hissa-2026!', 'demonstration'],
    ['H1ssa2027#', 'demonstration'],
  ])('rejects %s: %s', (password, reason) => {
    expect(passwordFault(password)).toContain(reason)
  })

  const owner = { email: 'zuleikha.qn@example.com', name: 'Zuleikha Al Qattan', nickname: 'Tuti' }

  it.each([
    'Zuleikha-9917',
    'xx-ZULEIKHA-9a',
    'Zul31kha-9917',
    'Qattan77xx',
    'Q@ttan-7788',
    'Zuleikhaqn-77',
    'Al-Qattan77',
    'Tuti-lamp-77',
  ])('rejects %s only for its owner', (password) => {
    expect(passwordFault(password, owner)).toContain('your name or email')
    expect(passwordFault(password)).toBeUndefined()
  })

  it.each(['Ali-12345', '99Ali@99', 'W.u.123456', 'Ali@bank.example1', 'x-ALI.BANK.EXAMPLE-1'])(
    'rejects %s, a decorated short name or address',
    (password) => {
      const short = { email: 'ali@bank.example', name: 'Ali Wu' }
      expect(passwordFault(password, short)).toContain('your name or email')
      expect(passwordFault(password)).toBeUndefined()
    },
  )

  it('ignores short parts of names and the domain', () => {
    expect(passwordFault('Bali-zembla-9917', { email: 'ali@zembla.example', name: 'Ali Q' })).toBeUndefined()
    expect(passwordFault('Bali-zembla-9917', { email: 'no address' })).toBeUndefined()
  })

  it('recognises names in any script', () => {
    expect(passwordFault('Xx-المنصوري-99', { name: 'فاطمة المنصوري' })).toContain('your name or email')
  })

  it('tries a bounded number of forms of the longest password', () => {
    for (const text of ['1'.repeat(256), '!'.repeat(256), 'aA1'.repeat(85)]) passwordFault(text, owner)
    expect(undecorated('1'.repeat(256)).length).toBeLessThan(1_000)
  })

  it('checks the longest passwords of each kind', () => {
    const random = Array.from({ length: 256 }, (_, index) => String.fromCodePoint(97 + ((index * index * 7) % 26)))
    expect(passwordFault(`A1${random.join('').slice(2)}`)).toBeUndefined()
    expect(passwordFault('Password1'.repeat(28).slice(0, 256))).toContain('most common')
  })

  it('rejects a password whose characters fold into more than the longest', () => {
    expect(passwordFault(`Aa1${'\uFDFA'.repeat(14)}`)).toBeUndefined()
    for (const char of ['\uFDFA', '\u0130']) expect(passwordFault(`Aa1${char.repeat(253)}`)).toContain('too long')
    expect(passwordFault(`Aa1${'e\u0301'.repeat(127)}`)).toContain('too long')
  })

  it('rejects every common password, also with an initial capital', () => {
    const words = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
    expect(words.length).toBe(15_769)
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
    expect(words.filter((word) => !passwordFault(word) || !passwordFault(capital(word)))).toEqual([])
  })
})
