import type { MessageId } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { formatPercent } from '../../lib/format.js'
import type { AppLocale } from '../../lib/locale.js'
import { STATUS, TYPE_LABELS } from '../../lib/property-labels.js'
import { MINIMUMS, PRICE_BANDS, YIELDS, type FilterKey } from '../../lib/property-query.js'

type Translate = (id: MessageId, values?: Record<string, string | number>) => string
type NameOf = (value: string, t: Translate, locale: AppLocale) => string

/** A filter that offers some values. A link can contain others that the API accepts, so every value has a name. */
export interface FilterChoice {
  key: FilterKey
  label: MessageId
  any: MessageId
  values: readonly string[]
  nameOf: NameOf
}

/** Names values by messages; any other value is shown as it is. */
const namedBy =
  (names: Readonly<Record<string, MessageId>>): NameOf =>
  (value, t) =>
    Object.hasOwn(names, value) ? t(names[value]!) : value

const CITIES: Record<string, MessageId> = {
  'Abu Dhabi': 'properties.city.abuDhabi',
  Dubai: 'properties.city.dubai',
}
const PRICES = Object.fromEntries(
  PRICE_BANDS.map((band, index): [string, MessageId] => [band, `properties.price.${index as 0 | 1 | 2 | 3}`]),
)
const BEDS: Record<string, MessageId> = {
  '0': 'properties.bedsFilter.studio',
  '1': 'properties.bedsFilter.one',
  '2': 'properties.bedsFilter.two',
  '3+': 'properties.bedsFilter.threePlus',
}
const STATUSES = Object.fromEntries(Object.entries(STATUS).map(([status, { label }]) => [status, label]))
const SORTS: Record<string, MessageId> = {
  closing_soon: 'properties.sort.closingSoon',
  highest_return: 'properties.sort.highestReturn',
  most_funded: 'properties.sort.mostFunded',
  price_low: 'properties.sort.priceLow',
  price_high: 'properties.sort.priceHigh',
}

const choice = (
  key: FilterKey,
  label: MessageId,
  any: MessageId,
  values: readonly string[],
  nameOf: NameOf,
): FilterChoice => ({ key, label, any, values, nameOf })

/** The filters and the order, as the list shows them. */
export const CHOICES: readonly FilterChoice[] = [
  choice(
    'status',
    'properties.filter.status',
    'properties.filter.anyStatus',
    ['active', 'upcoming', 'funded', 'completed', 'failed'],
    namedBy(STATUSES),
  ),
  choice('city', 'properties.filter.city', 'properties.filter.anyCity', Object.keys(CITIES), namedBy(CITIES)),
  choice(
    'type',
    'properties.filter.type',
    'properties.filter.anyType',
    Object.keys(TYPE_LABELS).filter((type) => type !== 'residential'),
    namedBy(TYPE_LABELS),
  ),
  choice('beds', 'properties.filter.beds', 'properties.filter.anyBeds', ['0', '1', '2', '3+'], namedBy(BEDS)),
  choice('price', 'properties.filter.price', 'properties.filter.anyPrice', PRICE_BANDS, namedBy(PRICES)),
  choice('minYield', 'properties.filter.yield', 'properties.filter.anyYield', YIELDS, (value, t, locale) =>
    t('properties.yieldFrom', { percent: formatPercent(Math.round(Number(value) * 100), locale) }),
  ),
  choice('maxMinimum', 'properties.filter.minimum', 'properties.filter.anyMinimum', MINIMUMS, (value, t) =>
    t('properties.minimumUpTo', { amount: formatCount(Number(value)) }),
  ),
  choice('sort', 'properties.filter.sort', 'properties.sort.newest', Object.keys(SORTS), namedBy(SORTS)),
]
