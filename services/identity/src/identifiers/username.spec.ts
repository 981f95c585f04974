import { describe, expect, it } from '@jest/globals'
import { foldUsername, plain } from './username.js'

describe('foldUsername', () => {
  it.each([
    [' Fatima@Example.COM ', 'fatima@example.com'],
    ['ｆａｔｉｍａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'fatima@example.com'],
    ['fa\u200bti\u00adma@example.com\ufeff', 'fatima@example.com'],
    ['STRASSE@example.com', 'strasse@example.com'],
    ['straße@example.com', 'strasse@example.com'],
    ['ΟΔΟΣ@example.com', 'οδοσ@example.com'],
    ['οδος@example.com', 'οδοσ@example.com'],
    ['e\u0301mile@example.com', 'émile@example.com'],
    ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
    ['a@Faß.example', 'a@xn--fa-hia.example'],
    ['ß@fass.example', 'ss@fass.example'],
    ['4B7E2C1A-0000-4000-8000-000000000000', '4b7e2c1a-0000-4000-8000-000000000000'],
    ['@', '@'],
  ])('folds %j to %j', (typed, folded) => {
    expect(foldUsername(typed)).toBe(folded)
    expect(foldUsername(folded)).toBe(folded)
  })

  it('keeps different names different', () => {
    const names = ['fatima@example.com', 'fatıma@example.com', 'fátima@example.com', 'fatima@example.org', 'fatima']
    // Domains of different owners, which case folding would merge.
    names.push('a@faß.example', 'a@fass.example', 'a@σας.example', 'a@σασ.example')
    expect(new Set(names.map(foldUsername)).size).toBe(names.length)
  })
})

describe('plain', () => {
  it('keeps the case of an address', () => {
    expect(plain(' Ｆatima@Example.com ')).toBe('Fatima@Example.com')
  })
})
