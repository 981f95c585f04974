import { describe, expect, it } from '@jest/globals'
import { cardKey, hashOfNumber, newCardNumber, readCardNumber } from './card-number.js'

const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXYZ'

describe('the number of a card', () => {
  it('is read as it is written by people', () => {
    for (let count = 0; count < 1_000; count += 1) {
      const number = newCardNumber()
      expect(number).toMatch(/^[2-9B-DF-HJ-NP-TV-Z]{16}$/)
      expect(readCardNumber(number)).toBe(number)
      expect(readCardNumber(` ${number.toLowerCase().replace(/.{4}/g, '$& ')}`)).toBe(number)
      expect(readCardNumber(number.replace(/.{4}(?!$)/g, '$&-'))).toBe(number)
    }
  })

  it('notices each wrong character and each pair that changed places', () => {
    const number = newCardNumber()
    for (let index = 0; index < number.length; index += 1) {
      for (const other of ALPHABET)
        if (other !== number[index])
          expect(readCardNumber(number.slice(0, index) + other + number.slice(index + 1))).toBeUndefined()
      for (let at = index + 1; at < number.length; at += 1) {
        const swapped = [...number]
        swapped[index] = number[at]!
        swapped[at] = number[index]!
        if (number[index] !== number[at]) expect(readCardNumber(swapped.join(''))).toBeUndefined()
      }
    }
  })

  it('is made of every random character once', () => {
    const limits: number[] = []
    const random = (below: number) => limits.push(below) % below
    expect(newCardNumber(random).slice(0, 15)).toBe('3456789BCDFGHJK')
    expect(limits).toEqual(Array.from({ length: 15 }, () => 29))
  })

  it.each(['', '7', 'x'.repeat(200), '0000000000000000', '2222 2222 2222 222é'])('is not "%s"', (text) => {
    expect(readCardNumber(text)).toBeUndefined()
  })

  it('is found by a hash that differs with the key', () => {
    const [one, other] = [7, 8].map((byte) => cardKey(Buffer.alloc(32, byte)))
    const number = newCardNumber()
    expect(hashOfNumber(one!, number)).toBe(hashOfNumber(one!, number))
    expect(hashOfNumber(one!, number)).not.toBe(hashOfNumber(other!, number))
  })
})
