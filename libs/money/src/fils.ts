declare const filsBrand: unique symbol

/** An integer number of fils, 100 to the dirham; signed. Branded, so that a plain number does not compile. */
export type Fils = number & { readonly [filsBrand]: 'Fils' }

export type MoneyErrorCode = 'NOT_A_NUMBER' | 'EXCESS_DECIMALS' | 'OUT_OF_RANGE' | 'INVALID_WEIGHTS'

/** Thrown for a value that is not money. `code` is stable; the message is for developers. */
export class MoneyError extends Error {
  override readonly name = 'MoneyError'

  constructor(
    readonly code: MoneyErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Returns an integer as fils. Minus zero becomes zero.
 * Errors: NOT_A_NUMBER if it is not an integer, OUT_OF_RANGE past ±(2^53 − 1).
 */
export function fils(value: number): Fils {
  if (Number.isSafeInteger(value)) return (value === 0 ? 0 : value) as Fils
  throw new MoneyError(
    Number.isInteger(value) ? 'OUT_OF_RANGE' : 'NOT_A_NUMBER',
    `${value} is not a safe integer of fils`,
  )
}

export const ZERO = fils(0)

/** Adds amounts. Errors: OUT_OF_RANGE if any running sum is unsafe. */
export function sum(...amounts: readonly Fils[]): Fils {
  let total = 0
  for (const amount of amounts) total = fils(total + amount)
  return total as Fils
}

/** Returns a − b. Errors: OUT_OF_RANGE. */
export function subtract(a: Fils, b: Fils): Fils {
  return fils(a - b)
}

/** Multiplies an amount by a whole number, such as a unit price by units. Errors: NOT_A_NUMBER, OUT_OF_RANGE. */
export function times(amount: Fils, count: number): Fils {
  if (!Number.isSafeInteger(count)) throw new MoneyError('NOT_A_NUMBER', `${count} is not a whole count`)
  return fils(amount * count)
}

/**
 * Returns an amount as an AED decimal, for JSON fields named in dirhams. It prints with at most 2 decimal places for
 * every amount below AED 10^13, where a double is still exact.
 */
export function toAed(amount: Fils): number {
  return amount / 100
}

/** Returns an amount as an exact decimal string of dirhams, always with 2 decimal places: `-12.05`. */
export function toDecimal(amount: Fils): `${number}` {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}
