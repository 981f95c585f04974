import type { Units } from '@hissa/money'
import type { Allotment } from '../holdings/allotment.js'

/**
 * Chooses what is minted together: the earliest allotments, at most `most`, without those that exceed the units that are left.
 * `tooMany` is the number of those. Pure.
 */
export function batchOf(
  waiting: readonly Allotment[],
  { left, most }: { left: Units; most: number },
): { batch: Allotment[]; tooMany: number } {
  const batch: Allotment[] = []
  let rest: number = left
  let tooMany = 0
  for (const allotment of waiting) {
    if (batch.length === most) break
    if (allotment.units > rest) tooMany += 1
    else {
      batch.push(allotment)
      rest -= allotment.units
    }
  }
  return { batch, tooMany }
}
