import { createHmac, hkdfSync, randomInt } from 'node:crypto'

/** Without vowels, so that no number is a word, and without 0, 1, O and I. 29 is prime, which the check needs. */
const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXYZ'
const LENGTH = 16

/** Returns the key under which numbers are found; it derives from the service's master key. */
export const cardKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'hissa investment cards', 32))

/**
 * Returns a new number: 15 random characters, about 72 bits, and one that checks them. `random` returns a whole number
 * below its argument.
 */
export function newCardNumber(random: (below: number) => number = randomInt): string {
  const digits = Array.from({ length: LENGTH - 1 }, () => random(ALPHABET.length))
  const check = (ALPHABET.length - (weighted(digits) % ALPHABET.length)) % ALPHABET.length
  return [...digits, check].map((digit) => ALPHABET[digit]).join('')
}

/**
 * Returns the number that a text states, in any case and with or without spaces and hyphens; undefined if it is none. One
 * wrong character and two that changed places are always noticed.
 */
export function readCardNumber(text: string): string | undefined {
  const number = text.replace(/[\s-]/gu, '').toUpperCase()
  const digits = [...number].map((character) => ALPHABET.indexOf(character))
  const isNumber = digits.length === LENGTH && !digits.includes(-1) && weighted(digits) % ALPHABET.length === 0
  return isNumber ? number : undefined
}

/** Returns the keyed hash by which a number is found. The number itself is stored only sealed. */
export const hashOfNumber = (key: Buffer, number: string): string =>
  createHmac('sha256', key).update(number).digest('base64url')

/** Each position has a weight of its own, the last one 1. */
const weighted = (digits: readonly number[]) =>
  digits.reduce((total, digit, index) => total + digit * (LENGTH - index), 0)
