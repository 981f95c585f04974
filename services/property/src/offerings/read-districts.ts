import { parse } from 'csv-parse/sync'
import type { District } from './terms.js'

/**
 * Returns the starter kit's districts by name. Throws for a row without a name or a positive yield, because the sample
 * must be valid.
 */
export function readDistricts(csv: string): Map<string, District> {
  const rows = parse<Record<string, string>>(csv, { bom: true, columns: true, skip_empty_lines: true })
  return new Map(
    rows.map((row) => {
      const yieldPercent = Number(row.gross_yield_pct)
      if (!row.district || !(yieldPercent > 0)) throw new Error(`districts.csv: ${JSON.stringify(row)} cannot be used`)
      return [
        row.district,
        { name: row.district, areaType: row.area_type ?? '', grossYieldBasisPoints: Math.round(yieldPercent * 100) },
      ]
    }),
  )
}
