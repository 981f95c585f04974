import { createHmac, hkdfSync } from 'node:crypto'

const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 10

/** Returns the key of referral codes, which derives from the service's master key. */
export const referralKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'hissa investment referrals', 32))

/**
 * Returns a member's referral code: ten characters, about 48 bits. It cannot be computed without the key and does not
 * reveal the id. The same member always has the same code.
 */
export function referralCodeOf(key: Buffer, userId: string): string {
  const digest = createHmac('sha256', key).update(`code:${userId}`).digest()
  return Array.from(digest.subarray(0, LENGTH * 3), (_, index) => index)
    .filter((index) => index % 3 === 0)
    .map((index) => ALPHABET[digest.readUIntBE(index, 3) % ALPHABET.length])
    .join('')
}

/** Returns the id of a referral for the referrer's list; it does not reveal the referred account's. */
export const referralIdOf = (key: Buffer, userId: string): string =>
  createHmac('sha256', key).update(`referral:${userId}`).digest('hex').slice(0, 32)
