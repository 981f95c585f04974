import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Where a certificate's entry is: the register, and the position in it. */
export interface EntryPlace {
  sequence: number
  index: number
}

/** Digits of each half of a code: the first for the entry, the second for the name. */
const HALF = 16

/** Returns the key of the codes, which derives from the service's master key. */
export const certificateKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'hissa investment certificates', 32))

/**
 * Returns the code on a certificate: 32 hexadecimal digits. No one can make one without the key, and it does not
 * reveal the name. The same entry and name always have the same code.
 */
export const codeOf = (key: Buffer, place: EntryPlace, name: string): string =>
  entryHalf(key, place) + nameHalf(key, place, name)

/** Returns whether Hissa gave out a code for this entry. */
export const isGenuine = (key: Buffer, place: EntryPlace, code: string): boolean =>
  isEqual(code.slice(0, HALF), entryHalf(key, place))

/** Returns whether a name is the one that the code was made for, apart from case and spaces. */
export const isName = (key: Buffer, place: EntryPlace, code: string, name: string): boolean =>
  isEqual(code.slice(HALF), nameHalf(key, place, name))

const entryHalf = (key: Buffer, { sequence, index }: EntryPlace) => half(key, `entry:${sequence}:${index}`)
const nameHalf = (key: Buffer, { sequence, index }: EntryPlace, name: string) =>
  half(key, `name:${sequence}:${index}:${name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()}`)
const half = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, HALF)
const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
