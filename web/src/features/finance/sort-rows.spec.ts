import { describe, expect, it } from '@jest/globals'
import { sortRows } from './sort-rows.js'

const rows = [
  { id: 'a', amount: 10, name: 'Reem' },
  { id: 'b', amount: 9, name: 'Marina' },
  { id: 'c', amount: 10, name: 'Yas' },
]
const columns = [
  {
    key: 'amount',
    text: ({ amount }: (typeof rows)[0]) => String(amount),
    order: ({ amount }: (typeof rows)[0]) => amount,
  },
  { key: 'name', text: ({ name }: (typeof rows)[0]) => name },
  { key: 'actions' },
]
const sorted = (key: string, isDescending = false) => sortRows(rows, columns, { key, isDescending }).map(({ id }) => id)

describe('rows', () => {
  it('are sorted by number or text, equal ones in their given order', () => {
    expect(sorted('amount')).toEqual(['b', 'a', 'c'])
    expect(sorted('amount', true)).toEqual(['a', 'c', 'b'])
    expect(sorted('name')).toEqual(['b', 'a', 'c'])
  })

  it('stay as given without a column to sort by', () => {
    expect(sorted('actions')).toEqual(['a', 'b', 'c'])
    expect(sortRows(rows, columns, undefined)).toBe(rows)
  })
})
