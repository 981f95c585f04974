/** Formats an amount in the smallest unit without its currency: 203000 is `2,030.00`. */
export function amountText(minor: number): string {
  return (minor / 100).toLocaleString('en-AE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
