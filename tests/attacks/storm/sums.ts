/** States in which an order has its units. */
export const HAS_UNITS: readonly string[] = ['paid', 'cooling_off', 'allotted', 'issued']

/** Returns the sum of the numbers that `pick` returns for the items. */
export const sum = <T>(items: readonly T[], pick: (item: T) => number) =>
  items.reduce((total, item) => total + pick(item), 0)
