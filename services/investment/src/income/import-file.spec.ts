import { INCOME_IMPORT_ROWS } from '@hissa/contracts/investment'
import { describe, expect, it } from '@jest/globals'
import { readIncomeFile } from './import-file.js'

const HEADER = 'period,kind,category,amount,days,date,reference'
const read = (...lines: readonly string[]) => readIncomeFile(Buffer.from(lines.join('\n')))

describe('a file of income', () => {
  it('has its columns in any order, with a byte order mark and empty lines', () => {
    const columns = '\uFEFFReference,Date,Kind,Category,Amount,Days,Period'
    expect(read(columns, '', 'Rent 1,2026-07-04,rent,,"2,000.50",,2026-Q3', '')).toEqual({
      rows: [
        {
          ...{ row: 3, period: '2026-Q3', date: '2026-07-04', reference: 'Rent 1' },
          fact: { kind: 'rent', amountFils: 200_050 },
        },
      ],
    })
  })

  it.each([
    ['another period', '2026-Q5,rent,,1,,2026-07-04,Rent 1', 'period'],
    ['another kind', '2026-Q3,gift,,1,,2026-07-04,Rent 1', 'kind'],
    ['a cost without a category', '2026-Q3,cost,,1,,2026-07-04,Cost 1', 'category'],
    ['rent with a category', '2026-Q3,rent,other,1,,2026-07-04,Rent 1', 'category'],
    ['an amount of nothing', '2026-Q3,rent,,0,,2026-07-04,Rent 1', 'amount'],
    ['rent without an amount', '2026-Q3,rent,,,,2026-07-04,Rent 1', 'amount'],
    ['vacancy with an amount', '2026-Q3,vacancy,,5,3,2026-07-04,Vacancy 1', 'amount'],
    ['rent with days', '2026-Q3,rent,,5,3,2026-07-04,Rent 1', 'days'],
    ['more days than a quarter', '2026-Q3,vacancy,,,93,2026-07-04,Vacancy 1', 'days'],
    ['a day that does not exist', '2026-Q3,rent,,1,,2026-02-30,Rent 1', 'date'],
    ['a short reference', '2026-Q3,rent,,1,,2026-07-04,R', 'reference'],
  ])('is refused for %s', (_, row, column) => {
    expect(read(HEADER, row)).toEqual({ why: 'rows', faults: [{ row: 2, column, why: 'invalid' }] })
  })

  it('is refused for missing columns, a row of another length, open quotes and too many rows', () => {
    const row = '2026-Q3,rent,,1,,2026-07-04,Rent 1'
    expect(read('period,kind', row)).toEqual({ why: 'rows', faults: [{ row: 1, why: 'columns' }] })
    expect(read(HEADER, `${row},more`)).toEqual({ why: 'rows', faults: [{ row: 2, why: 'columns' }] })
    expect(read(HEADER, `"${row}`)).toMatchObject({ why: 'rows', faults: [{ why: 'invalid' }] })
    expect(read(HEADER, ...Array(INCOME_IMPORT_ROWS + 1).fill(row))).toEqual({ why: 'too_many_rows' })
  })
})
