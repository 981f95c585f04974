import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTHS = {
  cs_test_a1: 56,
  pi_3: 23,
  ch_3: 23,
  re_3: 23,
  evt_1: 23,
  txn_3: 23,
  pm_1: 23,
  li_1: 23,
  price_1: 23,
  prod_: 14,
  req_: 14,
  py_: 12,
  du_1: 23,
  cus_: 14,
  seti_1: 23,
  inv_: 8,
}

/** Returns a random id in Stripe's format, such as `pi_3` followed by 23 alphanumeric characters. */
export function stripeId(prefix: keyof typeof LENGTHS): string {
  return prefix + Array.from(randomBytes(LENGTHS[prefix]), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
