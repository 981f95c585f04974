import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { isEmiratesIdNumber, MrzFormatError, readMrz } from './read-mrz.js'

interface Vector {
  name: string
  format: string
  lines: string[]
  lib_valid: boolean | null
  check_digits: Record<string, boolean>
  all_check_digits_ok?: boolean
}
const { vectors } = JSON.parse(readFileSync(new URL('../../test-data/mrz-vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[]
}
const TODAY = '2026-11-21'
const FIELD: Record<string, string> = {
  document_number: 'documentNumberCheckDigit',
  birth: 'birthDateCheckDigit',
  expiry: 'expirationDateCheckDigit',
  personal: 'personalNumberCheckDigit',
  composite: 'compositeCheckDigit',
}
const accepted = vectors.filter(({ format }) => format === 'TD1' || format === 'TD3')
const others = vectors.filter(({ format }) => format !== 'TD1' && format !== 'TD3')

describe('readMrz with published vectors', () => {
  it.each(accepted.map((vector) => [`${vector.format} ${vector.name}`, vector] as const))('reads %s', (_, vector) => {
    const reading = readMrz(vector.lines, TODAY)
    const failing = Object.entries(vector.check_digits).flatMap(([digit, ok]) => (ok ? [] : [FIELD[digit]!]))
    expect(reading.format).toBe(vector.format)
    expect(reading.failures.map(({ field }) => field)).toEqual(failing)
    expect(reading.specimen).toBe(vector.lines.join('').includes('UTO') || vector.lines.join('').includes('SPECIMEN'))
  })

  it.each(others.map((vector) => [`${vector.format} ${vector.name}`, vector] as const))('rejects %s', (_, vector) => {
    expect(() => readMrz(vector.lines, TODAY)).toThrow(MrzFormatError)
  })
})

describe('readMrz with a changed digit', () => {
  const [first, second] = vectors.find(({ name }) => name === 'CHN PT')!.lines as [string, string]
  const changed = (at: number) => second.slice(0, at) + ((Number(second[at]) + 1) % 10) + second.slice(at + 1)

  it.each([
    [9, 'document number', 10],
    [19, 'date of birth', 20],
    [27, 'date of expiry', 28],
    [42, 'personal number', 43],
    [43, 'whole document', 44],
  ])('at %i reports the %s and its position', (at, words, column) => {
    const { failures } = readMrz([first, changed(at)], TODAY)
    const failure = failures.find((each) => each.column === column)
    expect(failure?.message).toContain(words)
    expect(failure?.message).toContain(`line 2, character ${column}`)
    expect(failure?.checkDigit).toBe(true)
  })
})

describe('readMrz with typed lines', () => {
  const lines = vectors.find(({ name }) => name === 'CHN PT')!.lines
  it('ignores case and spaces', () => {
    const typed = lines.map((line) => ` ${line.toLowerCase().replace(/(.{10})/g, '$1 ')}`)
    expect(readMrz(typed, TODAY)).toEqual(readMrz(lines, TODAY))
  })
  it('rejects a line of the wrong length with its number', () => {
    expect(() => readMrz([lines[0]!, lines[1]!.slice(1)], TODAY)).toThrow('Line 2 has 43 characters; it must have 44.')
  })
  it('rejects other characters', () => {
    expect(() => readMrz([lines[0]!, lines[1]!.replace('9', 'é')], TODAY)).toThrow('not “É”')
  })
  it('returns names, states and dates', () => {
    expect(readMrz(lines, TODAY).fields).toMatchObject({
      lastName: 'CESHI',
      firstName: 'YANGBEN',
      documentNumber: 'G62292599',
      issuingState: 'CHN',
      nationality: 'CHN',
      birthDate: '1983-10-29',
      expiryDate: '2019-04-22',
      sex: 'female',
    })
  })
})

describe('isEmiratesIdNumber', () => {
  it.each(['784-1980-1234567-8', '784198012345678', '784-1979-1234567-1'])('accepts %s', (number) =>
    expect(isEmiratesIdNumber(number)).toBe(true),
  )
  it.each(['784-1981-1234567-9', '784-1984-1234567-1', '785-1980-1234567-8', '784-1980-123456-8', '', 'ABC'])(
    'rejects %s',
    (number) => expect(isEmiratesIdNumber(number)).toBe(false),
  )
})

describe('readMrz with two-digit years', () => {
  const [first, second] = vectors.find(({ name }) => name === 'CHN PT')!.lines as [string, string]
  // Wrong check digits are reported separately and don't affect the dates.
  const expiring = (yymmdd: string, today: string) =>
    readMrz([first, second.slice(0, 21) + yymmdd + second.slice(27)], today).fields.expiryDate
  const born = (yymmdd: string, today: string) =>
    readMrz([first, second.slice(0, 13) + yymmdd + second.slice(19)], today).fields.birthDate

  it.each([
    ['990101', '2026-11-21', '1999-01-01'],
    ['261120', '2026-11-21', '2026-11-20'],
    ['360501', '2026-11-21', '2036-05-01'],
    ['561231', '2026-11-21', '2056-12-31'],
    ['570101', '2026-11-21', '1957-01-01'],
    ['960229', '2026-11-21', '1996-02-29'],
    ['050601', '2098-03-01', '2105-06-01'],
    ['950601', '2098-03-01', '2095-06-01'],
    ['000601', '2098-03-01', '2100-06-01'],
    ['231301', '2026-11-21', null],
  ])('reads an expiry of %s, on %s, as %p', (yymmdd, today, date) => expect(expiring(yymmdd, today)).toBe(date))

  it.each([
    ['261231', '2026-11-21', '2026-12-31'],
    ['270101', '2026-11-21', '1927-01-01'],
    ['900501', '2026-11-21', '1990-05-01'],
    ['050101', '2104-01-01', '2005-01-01'],
  ])('reads a birth of %s, on %s, as %p', (yymmdd, today, date) => expect(born(yymmdd, today)).toBe(date))
})
