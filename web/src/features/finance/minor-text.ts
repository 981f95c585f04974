const places = new Map<string, number>()

/** Returns the decimal places of a currency: 2 for most, 3 for Kuwaiti dinars, none for yen. */
function placesOf(currency: string): number {
  const found =
    places.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  places.set(currency, found)
  return found
}

/** Returns minor units as an exact decimal of a currency, without sign or separators: `-12.05`. */
export function minorText(minor: number, currency: string): string {
  const decimals = placesOf(currency)
  return (minor / 10 ** decimals).toFixed(decimals)
}

/** Returns an amount with the code of its currency before it: `KWD 12.345`. */
export const codedText = (minor: number, currency: string) => `${currency.toUpperCase()} ${minorText(minor, currency)}`
