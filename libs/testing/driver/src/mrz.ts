/** Data of a document's machine-readable lines. States are ISO 3166-1 alpha-3, dates ISO (`YYYY-MM-DD`). */
export interface TravelDocument {
  lastName: string
  firstName: string
  documentNumber: string
  issuingState: string
  nationality: string
  birthDate: string
  expiryDate: string
  sex: 'F' | 'M'
}

const WEIGHTS = [7, 3, 1]

/**
 * Returns the check digit of ICAO 9303 part 3, section 4.9: weights 7, 3, 1 over digits, letters (A is 10) and fillers
 * (0), modulo 10.
 */
export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, char, index) => {
    const value = char === '<' ? 0 : Number.parseInt(char, 36)
    return total + value * (WEIGHTS[index % 3] ?? 0)
  }, 0)
  return String(sum % 10)
}

const withDigit = (text: string): string => text + checkDigit(text)
const filled = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length)
const name = (text: string): string => text.toUpperCase().replace(/[^A-Z]+/g, '<')
const date = (iso: string): string => iso.slice(2).replaceAll('-', '')
const names = (of: TravelDocument, length: number): string =>
  filled(`${name(of.lastName)}<<${name(of.firstName)}`, length)

/** Returns the two lines of a passport (TD3, ICAO 9303 part 4), with correct check digits. */
export function passportLines(of: TravelDocument): string[] {
  const number = withDigit(filled(of.documentNumber, 9))
  const birth = withDigit(date(of.birthDate))
  const expiry = withDigit(date(of.expiryDate))
  const personal = withDigit(filled('', 14))
  const composite = checkDigit(number + birth + expiry + personal)
  return [
    `P<${filled(of.issuingState, 3)}${names(of, 39)}`,
    `${number}${filled(of.nationality, 3)}${birth}${of.sex}${expiry}${personal}${composite}`,
  ]
}

/**
 * Returns the three lines of an identity card (TD1, ICAO 9303 part 5); `idNumber` is the 15 digits of an Emirates ID.
 */
export function identityCardLines(of: TravelDocument, idNumber: string): string[] {
  const first = `I<${filled(of.issuingState, 3)}${withDigit(filled(of.documentNumber, 9))}${filled(idNumber, 15)}`
  const birth = withDigit(date(of.birthDate))
  const expiry = withDigit(date(of.expiryDate))
  const optional = filled('', 11)
  const composite = checkDigit(first.slice(5) + birth + expiry + optional)
  return [first, `${birth}${of.sex}${expiry}${filled(of.nationality, 3)}${optional}${composite}`, names(of, 30)]
}

/**
 * Returns a well-formed, fictitious Emirates ID number: 784, the year of birth, seven digits, and Luhn's check digit.
 */
export function emiratesIdNumber(birthYear: string, serial: string): string {
  const digits = `784${birthYear}${serial.padStart(7, '0')}`
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const value = Number(char) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}
