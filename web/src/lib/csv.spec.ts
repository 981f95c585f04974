import { describe, expect, it } from '@jest/globals'
import { csvOf } from './csv.js'

const cell = (text: string) => csvOf([], [[text]]).split('\r\n')[1]

describe('a table exported as CSV', () => {
  it('has a byte order mark, a header and one line for each row', () => {
    expect(csvOf(['Order', 'المبلغ'], [['HS-1', '2030.00']])).toBe('\ufeff"Order","المبلغ"\r\n"HS-1","2030.00"\r\n')
  })

  it('quotes quotation marks, commas and line breaks', () => {
    expect(cell('a "b", c')).toBe('"a ""b"", c"')
    expect(csvOf(['x\ny'], [])).toBe('\ufeff"x\ny"\r\n')
  })

  it.each(['=1+1', '+971', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|calc', '%0', '-'])(
    'never lets a spreadsheet run %j',
    (text) => expect(cell(text)?.startsWith(`"'`) ?? csvOf([], [[text]]).includes(`"'`)).toBe(true),
  )

  it('keeps numbers, also negative ones, as numbers', () => {
    expect(['-203000', '-0.50', '15'].map(cell)).toEqual(['"-203000"', '"-0.50"', '"15"'])
  })
})
