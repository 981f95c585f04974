import type { PropertyType } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'

/** A property for sale, as a file states it. Missing values are null. */
export interface Listing {
  /** Unique within its file: the file's own number, else a hash of the row. */
  sourceId: string
  title: string | null
  propertyType: PropertyType | null
  address: string | null
  community: string | null
  district: string | null
  city: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
  /** Rooms; `7+` is stored as 7. */
  bedrooms: number | null
  bathrooms: number | null
  /** Square metres, one decimal. */
  areaSqm: number | null
  priceFils: Fils
  furnished: boolean | null
  amenities: string[]
  /** ISO date. */
  listedOn: string | null
  /** In the file's wording: `available`, `sold` … */
  availability: string | null
}

export type DropReason =
  | 'not_for_sale'
  | 'duplicate_row'
  | 'duplicate_id'
  | 'wrong_number_of_columns'
  | 'missing_value'
  | 'bad_number'
  | 'bad_date'
  | 'unknown_type'

/** The reason for rejecting one row. */
export class RowError extends Error {
  constructor(
    readonly reason: DropReason,
    detail: string,
  ) {
    super(detail)
    this.name = 'RowError'
  }
}

/** A row by column name, in lower case. */
export type Row = Record<string, string>
