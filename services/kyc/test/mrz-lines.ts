const WEIGHTS = [7, 3, 1]
const value = (letter: string) => (letter === '<' ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55)
const digit = (text: string) =>
  String([...text].reduce((sum, letter, index) => sum + value(letter) * WEIGHTS[index % 3]!, 0) % 10)
const pad = (text: string, width: number) => text.slice(0, width).padEnd(width, '<')

export interface PassportOptions {
  lastName: string
  firstName: string
  number?: string
  state?: string
  birth?: string
  expiry?: string
  sex?: 'F' | 'M'
}

/** Returns the two lines of a fictitious passport. Source: ICAO 9303 part 4. */
export function passportLines({
  lastName,
  firstName,
  number = 'X12345678',
  state = 'JOR',
  birth = '900501',
  expiry = '310501',
  sex = 'F',
}: PassportOptions): string[] {
  const name = `${lastName}<<${firstName}`.toUpperCase().replaceAll(' ', '<')
  const numbered = pad(number, 9) + digit(pad(number, 9))
  const dated = birth + digit(birth)
  const valid = expiry + digit(expiry)
  const personal = pad('', 14) + '0'
  const composite = digit(numbered + dated + valid + personal)
  return [pad(`P<${state}${name}`, 44), `${numbered}${state}${dated}${sex}${valid}${personal}${composite}`]
}

/** Returns the three lines of a fictitious Emirates ID. Source: ICAO 9303 part 5. */
export function emiratesIdLines({
  lastName,
  firstName,
  number = '123456789',
  idNumber = '784198012345678',
}: {
  lastName: string
  firstName: string
  number?: string
  idNumber?: string
}): string[] {
  const first = pad(`ILARE${number}${digit(number)}${idNumber}`, 30)
  const [birth, expiry] = ['900501', '310501']
  const middle = `${birth}${digit(birth)}F${expiry}${digit(expiry)}JOR${pad('', 11)}`
  const composite = digit(first.slice(5) + birth + digit(birth) + expiry + digit(expiry) + pad('', 11))
  return [first, middle + composite, pad(`${lastName}<<${firstName}`.toUpperCase().replaceAll(' ', '<'), 30)]
}
