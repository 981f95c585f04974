import type { Allotment } from './allotment.js'

/**
 * Chooses what is minted together: the earliest allotments, without those that exceed the units that are left.
 * `tooMany` is the number of those. Pure.
 */
export function batchOf(
  waiting: readonly Allotment[],
  { mostUnits, mostAllotments }: { mostUnits: number; mostAllotments: number },
): { batch: Allotment[]; tooMany: number } {
  const batch: Allotment[] = []
  let left = mostUnits
  let tooMany = 0
  for (const allotment of waiting) {
    if (batch.length === mostAllotments) break
    if (allotment.units > left) tooMany += 1
    else {
      batch.push(allotment)
      left -= allotment.units
    }
  }
  return { batch, tooMany }
}
