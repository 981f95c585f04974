import type { PropertySort, PropertyStatus, PropertyType } from '@hissa/contracts/property'

/** The list's filters as query parameters, in their order in the address. */
export const FILTER_KEYS = ['q', 'status', 'city', 'type', 'beds', 'price', 'minYield', 'maxMinimum', 'sort'] as const
export type FilterKey = (typeof FILTER_KEYS)[number]
export type Filters = Partial<Record<FilterKey, string>>

const PAGE_SIZE = 12

/** The home page's query (docs/product.md): the open offerings that have progressed furthest. */
export const FEATURED_QUERY = { limit: 3, status: 'active', sort: 'most_funded' } as const

/** Price bands in AED: `500000-1000000`; a missing side is unbounded. */
export const PRICE_BANDS = ['-500000', '500000-1000000', '1000000-2000000', '2000000-'] as const

/** Lowest target net yields that are offered as a filter, in per cent. */
export const YIELDS = ['4', '5', '6', '7'] as const

/** Highest minimums that are offered as a filter, in AED. */
export const MINIMUMS = ['2000', '5000', '10000'] as const

// Repeated here, because importing the contract's lists would load the validator on every page.
const SORTS: Record<PropertySort, true> = {
  newest: true,
  closing_soon: true,
  highest_return: true,
  most_funded: true,
  price_low: true,
  price_high: true,
}
const STATUSES: Record<PropertyStatus, true> = {
  upcoming: true,
  active: true,
  funded: true,
  completed: true,
  failed: true,
}
const TYPES: Record<PropertyType, true> = {
  apartment: true,
  studio: true,
  penthouse: true,
  townhouse: true,
  villa: true,
  residential: true,
}

/** The values that the API accepts for each filter. */
const IS_KNOWN: Record<FilterKey, (value: string) => boolean> = {
  q: () => true,
  city: (value) => value.length <= 80,
  type: (value) => Object.hasOwn(TYPES, value),
  price: (value) => priceBand(value).some(Boolean),
  minYield: (value) => /^(\d{1,2}(\.\d{1,2})?|100)$/.test(value),
  maxMinimum: (value) => /^\d{1,10}$/.test(value),
  beds: (value) => /^\d{1,2}\+?$/.test(value),
  status: (value) => Object.hasOwn(STATUSES, value),
  sort: (value) => Object.hasOwn(SORTS, value),
}

/** Reads the filters from an address; unknown filters and values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const key of FILTER_KEYS) {
    const value = params.get(key)?.trim().slice(0, 120)
    if (value && IS_KNOWN[key](value)) filters[key] = value
  }
  return filters
}

/** Returns the API query of an address; equal addresses give equal objects. */
export function listQueryOf(params: URLSearchParams) {
  const { price, ...rest } = readFilters(params)
  const [minPrice, maxPrice] = priceBand(price)
  const cursor = params.get('cursor')
  return {
    limit: PAGE_SIZE,
    ...rest,
    ...(cursor && { cursor }),
    ...(minPrice && { minPrice }),
    ...(maxPrice && { maxPrice }),
  }
}

/** Returns the address with one filter changed; an empty value removes it. */
export function withFilter(params: URLSearchParams, key: FilterKey, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value) next.set(key, value)
  else next.delete(key)
  next.delete('cursor') // a cursor belongs to one set of filters
  return next
}

/** Splits `500000-1000000`; returns nothing for any other text. */
export function priceBand(band: string | undefined): [string?, string?] {
  const match = /^(\d{1,10})?-(\d{1,10})?$/.exec(band ?? '')
  return match ? [match[1], match[2]] : []
}
