import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** Returns an IBAN of the United Arab Emirates without spaces, or undefined if it is none. Source: ISO 13616. */
export function readIban(text: string): string | undefined {
  const iban = electronicFormatIBAN(text)
  return iban?.startsWith('AE') && isValidIBAN(iban) ? iban : undefined
}
