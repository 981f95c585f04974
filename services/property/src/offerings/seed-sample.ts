import { CLOCK, type Clock } from '@hissa/kernel'
import { LocalCommands } from '@hissa/messaging'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { readFile } from 'node:fs/promises'
import { PropertyStore } from '../catalogue/property.store.js'
import { ImportListings, type ImportReport } from '../import/import-listings.js'
import { readListings } from '../import/read-listings.js'
import { PublishOffering } from './publish-offering.js'
import { readDistricts } from './read-districts.js'
import { samplePlan } from './sample-plans.js'
import { sampleTerms } from './terms.js'

const SOURCE = 'abu-dhabi-kit'
// Resolves to the same folder from src and from dist.
const sampleFile = (name: string) => readFile(new URL(`../../sample/${name}`, import.meta.url), 'utf8')

/** Imports the shipped sample listings and publishes an offering on each, once. Local mode only. */
@Injectable()
export class SeedSample implements OnApplicationBootstrap {
  constructor(
    private readonly listings: ImportListings,
    private readonly offerings: PublishOffering,
    private readonly store: PropertyStore,
    private readonly local: LocalCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.local.on('seed', () => this.seed())
  }

  async seed(): Promise<ImportReport & { published: number }> {
    const [csv, districtsCsv] = await Promise.all([sampleFile('listings.csv'), sampleFile('districts.csv')])
    const report = await this.listings.import(csv, { source: SOURCE, sampleData: true })
    const districts = readDistricts(districtsCsv)
    const order = readListings(csv).listings.map(({ sourceId }) => sourceId)
    const drafts = (await this.store.bySource(SOURCE, order)).filter(({ offering }) => offering === null)
    for (const { propertyId, listing } of drafts) {
      const district = districts.get(listing.district ?? '')
      if (!district) throw new Error(`the sample has no district called ${listing.district}`)
      const plan = samplePlan(
        listing.sourceId,
        listing.community ?? district.name,
        order.indexOf(listing.sourceId),
        this.clock.now(),
      )
      await this.offerings.publishSample(propertyId, sampleTerms(listing, district, plan))
    }
    return { ...report, published: drafts.length }
  }
}
