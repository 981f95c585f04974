import { describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import type { Allotment } from '../holdings/allotment.js'
import { batchOf } from './batch.js'

const waiting = (...counts: number[]) => counts.map((count) => ({ units: units(count) }) as Allotment)
const chosen = (left: number, most: number, ...counts: number[]) => {
  const { batch, tooMany } = batchOf(waiting(...counts), { left: units(left), most })
  return [batch.map((allotment) => Number(allotment.units)), tooMany]
}

describe('batchOf', () => {
  it('takes the earliest allotments, up to the size of a batch', () => {
    expect(chosen(100, 2, 1, 2, 3)).toEqual([[1, 2], 0])
  })

  it('takes exactly the units that are left, and passes over what exceeds them', () => {
    expect(chosen(10, 9, 10)).toEqual([[10], 0])
    expect(chosen(10, 9, 11)).toEqual([[], 1])
    expect(chosen(10, 9, 6, 5, 4, 1)).toEqual([[6, 4], 2])
  })
})
