import { parse } from 'csv-parse/sync'
import { createHash } from 'node:crypto'
import { RowError, type DropReason, type Listing, type Row } from './listing.js'
import { readKitRow } from './read-kit-row.js'
import { readPortalRow } from './read-portal-row.js'

/** A rejected row. `line` is its line in the file, from 1; the header is line 1. */
export interface DroppedRow {
  line: number
  reason: DropReason
  detail: string
}

export interface ReadResult {
  /** Number of rows in the file, without the header and empty lines. */
  read: number
  listings: Listing[]
  dropped: DroppedRow[]
}

/** Thrown for a file with neither of the two supported layouts. */
export class UnknownLayoutError extends Error {
  constructor(columns: readonly string[]) {
    super(`Neither known layout has the columns ${columns.join(', ')}`)
    this.name = 'UnknownLayoutError'
  }
}

const LAYOUTS = [
  { columns: ['listing_id', 'listing_type', 'property_type', 'price_aed', 'size_sqm', 'district'], read: readKitRow },
  { columns: ['title', 'address', 'price', 'size sqft', 'bedrooms'], read: readPortalRow },
]

/**
 * Reads a file of listings: detects its layout by the columns, returns the listings for sale, and reports every
 * rejected row with the reason. Pure. Errors: UnknownLayoutError.
 */
export function readListings(csv: string): ReadResult {
  const records = parse(csv, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
  }) as unknown as {
    record: string[]
    info: { lines: number }
  }[]
  const columns = (records[0]?.record ?? []).map((name) => name.trim().toLowerCase())
  const layout = LAYOUTS.find((each) => each.columns.every((name) => columns.includes(name)))
  if (!layout) throw new UnknownLayoutError(columns)
  const result: ReadResult = { read: 0, listings: [], dropped: [] }
  const seen = { rows: new Map<string, number>(), ids: new Map<string, number>() }
  for (const { record, info } of records.slice(1)) {
    result.read += 1
    try {
      result.listings.push(readRow(columns, record, info.lines, layout.read, seen))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      result.dropped.push({ line: info.lines, reason: error.reason, detail: error.message })
    }
  }
  return result
}

function readRow(
  columns: readonly string[],
  record: readonly string[],
  line: number,
  read: (row: Row) => Omit<Listing, 'sourceId'> & { sourceId: string | null },
  seen: { rows: Map<string, number>; ids: Map<string, number> },
): Listing {
  if (record.length !== columns.length) {
    throw new RowError('wrong_number_of_columns', `${record.length} columns instead of ${columns.length}`)
  }
  const hash = createHash('sha256').update(JSON.stringify(record)).digest('hex')
  refuseSeen(seen.rows, hash, line, 'duplicate_row', 'the same as')
  const listing = read(Object.fromEntries(columns.map((name, index) => [name, record[index]!])))
  if (listing.sourceId)
    refuseSeen(seen.ids, listing.sourceId, line, 'duplicate_id', `the number ${listing.sourceId} is that of`)
  return { ...listing, sourceId: listing.sourceId ?? hash.slice(0, 24) }
}

function refuseSeen(seen: Map<string, number>, key: string, line: number, reason: DropReason, words: string): void {
  const first = seen.get(key)
  if (first !== undefined) throw new RowError(reason, `${words} line ${first}`)
  seen.set(key, line)
}
