import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { draftProperty } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { describeListing } from '../catalogue/describe-listing.js'
import { readListings, type DroppedRow } from './read-listings.js'

export interface ImportReport {
  /** Rows in the file. */
  read: number
  /** New drafts. */
  added: number
  /** Rows that were imported before. */
  known: number
  dropped: DroppedRow[]
}

const BATCH_ROWS = 500

/**
 * Imports a file of listings into the catalogue as drafts. Importing the same file again adds nothing, and an
 * interrupted import can be repeated, because a row is identified by its source and number. Errors: UnknownLayoutError.
 */
@Injectable()
export class ImportListings {
  constructor(
    private readonly store: PropertyStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async import(
    csv: string,
    options: { source: string; sampleData: boolean; onProgress?: (done: number, total: number) => void },
  ): Promise<ImportReport> {
    const { read, listings, dropped } = readListings(csv)
    const at = this.clock.now()
    let added = 0
    for (let from = 0; from < listings.length; from += BATCH_ROWS) {
      const drafts = listings
        .slice(from, from + BATCH_ROWS)
        .map((listing) =>
          draftProperty(
            options.source,
            listing,
            { en: describeListing(listing, 'en'), ar: describeListing(listing, 'ar') },
            { sampleData: options.sampleData, at },
          ),
        )
      added += await this.store.addDrafts(drafts)
      options.onProgress?.(Math.min(from + BATCH_ROWS, listings.length), listings.length)
    }
    return { read, added, known: listings.length - added, dropped }
  }
}
