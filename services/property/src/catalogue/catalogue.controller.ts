import { NOT_FOUND, ok, refuse, refuseFields, type Answer, type Input as InputOf, type Output } from '@hissa/contracts'
import {
  GetHome,
  GetProjection,
  GetProperty,
  ListAddresses,
  ListProperties,
  type ExpectedReturn,
  type LocalText,
} from '@hissa/contracts/property'
import { Input, Rpc, type PreparedAnswer } from '@hissa/messaging'
import { calculate, fils, type Fils, smaller, units as unitsOf, unitsFor } from '@hissa/money'
import { Controller } from '@nestjs/common'
import { CurrentListings } from './current-listings.js'
import { CURSORS } from './cursor.js'
import { listOutput } from './list-output.js'
import { positionOf, type ListingFilter } from './listings.js'
import { PropertyStore } from './property.store.js'
import { toPublic } from './to-public.js'
import { catalogueTexts } from '../texts/catalogue.js'

type ListInput = InputOf<typeof ListProperties>

@Controller()
export class CatalogueController {
  constructor(
    private readonly store: PropertyStore,
    private readonly listings: CurrentListings,
  ) {}

  @Rpc(ListProperties)
  async list(@Input() input: ListInput): Promise<PreparedAnswer<typeof ListProperties>> {
    const { limit, cursor, ...filters } = input
    const after = CURSORS[filters.sort].decode(cursor)
    if (!after.ok) return after
    const current = await this.listings.current()
    const { listings, more, matches } = current.page(filterOf(input), filters.sort, limit, after.value)
    const last = listings.at(-1)
    const next = more && last ? { cursor: CURSORS[filters.sort].encode(positionOf(last, filters.sort)) } : {}
    return ok(listOutput(listings, { scannedCount: matches, filters, ...next }))
  }

  @Rpc(ListAddresses)
  async addresses(@Input() { offset, limit }: InputOf<typeof ListAddresses>): Promise<Answer<typeof ListAddresses>> {
    const { listings, total, changedAtMs } = (await this.listings.current()).oldest(offset, limit)
    return ok({
      addresses: listings.map(({ slug, updatedAtMs }) => ({ slug, updatedAt: isoOf(updatedAtMs) })),
      total,
      changedAt: changedAtMs === null ? null : isoOf(changedAtMs),
    })
  }

  @Rpc(GetProperty)
  async get(@Input() { id }: InputOf<typeof GetProperty>): Promise<Answer<typeof GetProperty>> {
    const found = await this.store.find(id)
    const property = found && toPublic(found)
    return property ? ok({ property }) : propertyNotFound(id)
  }

  @Rpc(GetProjection)
  async projection(@Input() { id, ...question }: InputOf<typeof GetProjection>): Promise<Answer<typeof GetProjection>> {
    const found = await this.store.find(id)
    const property = found && toPublic(found)
    if (!property) return propertyNotFound(id)
    const { unitPriceFils, unitsIssued } = property.offering
    const units = question.amountFils < unitPriceFils ? unitsOf(0) : unitsFor(question.amountFils, unitPriceFils)
    if (units === 0 || units > unitsIssued)
      return refuseFields([
        {
          path: '/amountFils',
          code: units === 0 ? 'too_small' : 'too_big',
          message: units === 0 ? 'Buys no whole share' : 'Buys more shares than the company has',
        },
      ])
    return ok({ calculation: calculate(property, question) })
  }

  @Rpc(GetHome)
  async home(): Promise<Answer<typeof GetHome>> {
    const open = (await this.listings.current()).matching({ status: 'active' })
    const offerings = open.map(({ offering }) => offering)
    const returns = offerings.flatMap(({ expectedReturn }) => (expectedReturn ? [expectedReturn] : []))
    const least = (amounts: Fils[]) => (amounts.length === 0 ? null : amounts.reduce(smaller))
    return ok({
      openOfferings: offerings.length,
      minimumFils: least(offerings.map(({ minimumFils }) => minimumFils)),
      unitPriceFils: least(offerings.map(({ unitPriceFils }) => unitPriceFils)),
      averageReturn:
        returns.length === 0
          ? null
          : {
              basisPoints: Math.floor(returns.reduce((sum, { basisPoints }) => sum + basisPoints, 0) / returns.length),
              basis: averageBasis(returns.length),
              asOf: oldestOf(returns),
              kind: 'target',
            },
      returnRange: returnRangeOf(returns),
      sampleData: open.some(({ sampleData }) => sampleData),
    })
  }
}

const isoOf = (atMs: number) => new Date(atMs).toISOString()

/** Clients rely on this text (docs/product.md). */
export const propertyNotFound = (id: string) =>
  refuse(NOT_FOUND, `Property with ID "${id}" not found. Please check the URL and try again.`)

function returnRangeOf(returns: readonly ExpectedReturn[]): Output<typeof GetHome>['returnRange'] {
  if (returns.length === 0) return null
  const basisPoints = returns.map((each) => each.basisPoints)
  return {
    lowestBasisPoints: Math.min(...basisPoints),
    highestBasisPoints: Math.max(...basisPoints),
    offerings: returns.length,
    asOf: oldestOf(returns),
    kind: 'target',
  }
}

/** An aggregate is only as current as its oldest figure. */
const oldestOf = (returns: readonly ExpectedReturn[]): string => returns.map(({ asOf }) => asOf).sort()[0]!

const averageBasis = (count: number): LocalText => ({
  en: catalogueTexts('en')('catalogue.averageBasis', { count }),
  ar: catalogueTexts('ar')('catalogue.averageBasis', { count }),
})

function filterOf({ status, city, type, minPrice, maxPrice, minYield, maxMinimum, beds, q }: ListInput): ListingFilter {
  const inFils = (amountAed: number | undefined) =>
    amountAed === undefined ? undefined : fils(Math.round(amountAed * 100))
  return {
    status,
    city,
    type,
    minPriceFils: inFils(minPrice),
    maxPriceFils: inFils(maxPrice),
    minReturnBasisPoints: minYield === undefined ? undefined : Math.round(minYield * 100),
    maxMinimumFils: inFils(maxMinimum),
    bedrooms:
      beds === undefined ? undefined : { count: Number.parseInt(String(beds), 10), orMore: String(beds).endsWith('+') },
    words: q,
  }
}
