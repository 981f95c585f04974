import { CLOCK, type Clock } from '@hissa/kernel'
import { LocalCommands } from '@hissa/messaging'
import type { Fils, Units } from '@hissa/money'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import type { Listing } from '../import/listing.js'
import { ImportListings, type ImportReport } from '../import/import-listings.js'
import { readListings } from '../import/read-listings.js'
import { ReplacePictures } from '../pictures/replace-pictures.js'
import { readSamplePictures } from '../pictures/sample-pictures.js'
import { PublishOffering } from './publish-offering.js'
import { readDistricts } from './read-districts.js'
import { PAST_SAMPLES, pastPlan, samplePlan } from './sample-plans.js'
import { type OfferingPlan, sampleTerms, type Terms } from './terms.js'

const SOURCE = 'abu-dhabi-kit'
// Resolves to the same folder from src and from dist.
const sampleFile = (name: string) => readFile(new URL(`../../sample/${name}`, import.meta.url), 'utf8')

/**
 * Imports the shipped sample listings and publishes an offering on each, once, and gives each the shipped pictures.
 * Local mode only.
 */
@Injectable()
export class SeedSample implements OnApplicationBootstrap {
  constructor(
    private readonly listings: ImportListings,
    private readonly offerings: PublishOffering,
    private readonly pictures: ReplacePictures,
    private readonly store: PropertyStore,
    private readonly local: LocalCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.local.on('seed', () => this.seed())
    this.local.on('seedPast', () => this.seedPast())
  }

  /**
   * Publishes the sample properties that have a past, at the business time of this service, to which the launcher has
   * moved it. Returns the units that each offered, and their price.
   */
  async seedPast(): Promise<{ properties: { propertyId: string; unitsTotal: Units; unitPriceFils: Fils }[] }> {
    const csv = await sampleFile('listings.csv')
    const pictures = readSamplePictures(await sampleFile('pictures.json'))
    await this.listings.import(csv, { source: SOURCE, sampleData: true })
    const order = readListings(csv).listings.map(({ sourceId }) => sourceId)
    const properties = []
    for (const { sourceId, unitsOffered } of PAST_SAMPLES) {
      const termsOf = await this.terms(order, (plan) => pastPlan(plan, unitsOffered))
      const [known] = await this.store.bySource(SOURCE, [sourceId])
      const terms = termsOf(known!.listing)
      const own = pictures.get(sourceId) ?? []
      const { propertyId } = await this.offerings.publishSample(known!.propertyId, terms, own)
      const { unitsTotal, unitPriceFils } = terms
      properties.push({ propertyId, unitsTotal, unitPriceFils })
    }
    return { properties }
  }

  async seed(): Promise<ImportReport & { published: number }> {
    const csv = await sampleFile('listings.csv')
    const pictures = readSamplePictures(await sampleFile('pictures.json'))
    const report = await this.listings.import(csv, { source: SOURCE, sampleData: true })
    const order = readListings(csv).listings.map(({ sourceId }) => sourceId)
    const termsOf = await this.terms(order)
    const properties = await this.store.bySource(SOURCE, order)
    for (const property of properties) {
      const own = pictures.get(property.listing.sourceId) ?? []
      if (!property.offering) await this.offerings.publishSample(property.propertyId, termsOf(property.listing), own)
      // Published by an earlier release.
      else if (!isDeepStrictEqual(picturesOf(property), own)) await this.pictures.execute(property.propertyId, own)
    }
    return { ...report, published: properties.filter(({ offering }) => !offering).length }
  }

  private async terms(
    order: readonly string[],
    planOf: (plan: OfferingPlan) => OfferingPlan = (plan) => plan,
  ): Promise<(listing: Listing) => Terms> {
    const districts = readDistricts(await sampleFile('districts.csv'))
    return (listing) => {
      const { sourceId, community } = listing
      const district = districts.get(listing.district ?? '')
      if (!district) throw new Error(`the sample has no district called ${listing.district}`)
      const plan = samplePlan(sourceId, community ?? district.name, order.indexOf(sourceId), this.clock.now())
      return sampleTerms(listing, district, planOf(plan))
    }
  }
}

const picturesOf = ({ pictures }: Property) => pictures ?? []
