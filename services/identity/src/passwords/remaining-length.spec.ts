import { describe, expect, it } from '@jest/globals'
import { remainingLength } from './remaining-length.js'

const words = new Set(['harbour', 'lantern'])

describe('remainingLength', () => {
  it.each([
    ['', 0, false],
    ['kxqmzv', 6, false],
    ['harbour', 3, true],
    ['harbourlantern', 6, true],
    ['harbourharbour', 4, true],
    ['harbourharbourharbour', 4, true],
    ['xharbourx', 5, true],
    ['abcdef', 1, false],
    ['987', 1, false],
    ['aaaa', 1, true],
    ['abdf', 4, false],
    ['2026', 1, false],
    ['x1987y', 3, false],
    ['kx7qkx7q', 5, true],
    ['😀🐫harbour', 5, true],
  ])('counts %s as %i', (text, length, found) => {
    expect(remainingLength(text, words)).toEqual({ length, found })
  })
})
