/**
 * Returns base^exponent mod modulus, at least 0, for a non-negative exponent. Only for tests: it is not constant-time.
 */
export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const powers = [1n]
  const reduced = ((base % modulus) + modulus) % modulus
  while (powers.length < 16) powers.push((powers.at(-1)! * reduced) % modulus)
  let result = 1n
  // Four bits of the exponent at a time.
  for (const digit of exponent.toString(16)) {
    for (let bit = 0; bit < 4; bit += 1) result = (result * result) % modulus
    result = (result * powers[Number.parseInt(digit, 16)]!) % modulus
  }
  return result
}
