import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { PRICE_BANDS, readFilters, withFilter, type FilterKey, type Filters } from '../../lib/property-query.js'
import { Button } from '../../ui/button.js'
import { Select, TextField } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { TYPE_LABELS } from '../../lib/property-labels.js'

type Options = readonly (readonly [value: string, label: MessageId])[]

const TYPES: Options = Object.entries(TYPE_LABELS).filter(([type]) => type !== 'residential')
const CITIES: Options = [
  ['Abu Dhabi', 'properties.city.abuDhabi'],
  ['Dubai', 'properties.city.dubai'],
]
const PRICES: Options = PRICE_BANDS.map((band, index) => [band, `properties.price.${index as 0 | 1 | 2 | 3}`])
const BEDS: Options = [
  ['0', 'properties.bedsFilter.studio'],
  ['1', 'properties.bedsFilter.one'],
  ['2', 'properties.bedsFilter.two'],
  ['3+', 'properties.bedsFilter.threePlus'],
]
const SORTS: Options = [
  ['closing_soon', 'properties.sort.closingSoon'],
  ['highest_return', 'properties.sort.highestReturn'],
  ['most_funded', 'properties.sort.mostFunded'],
  ['price_low', 'properties.sort.priceLow'],
  ['price_high', 'properties.sort.priceHigh'],
]

const SELECTS: readonly [FilterKey, MessageId, MessageId, Options][] = [
  ['city', 'properties.filter.city', 'properties.filter.anyCity', CITIES],
  ['type', 'properties.filter.type', 'properties.filter.anyType', TYPES],
  ['price', 'properties.filter.price', 'properties.filter.anyPrice', PRICES],
  ['beds', 'properties.filter.beds', 'properties.filter.anyBeds', BEDS],
  ['sort', 'properties.filter.sort', 'properties.sort.newest', SORTS],
]

/** Renders the filters, as a form that also works by plain GET. A selection applies at once, the search on Enter. */
export function FilterBar({ total }: { total: number | undefined }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const [search, setSearch] = useState(filters.q ?? '')
  useEffect(() => setSearch(filters.q ?? ''), [filters.q])
  const apply = (key: FilterKey, value: string) =>
    setParams(withFilter(params, key, value), { preventScrollReset: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply('q', search.trim())
  }
  const form = useEarlyChoices()
  return (
    <div className="mb-6">
      <form ref={form} method="get" role="search" aria-label={t('properties.filter.label')} onSubmit={submit}>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:grid-cols-[2fr_1fr_1fr_1.2fr_1fr_1.2fr]">
          <TextField
            className="col-span-2 md:col-span-4 lg:col-span-1"
            label={t('properties.filter.search')}
            name="q"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            end={
              <button
                type="submit"
                aria-label={t('properties.filter.apply')}
                className="flex size-11 items-center justify-center text-ink-2 hover:text-ink"
              >
                <Icon name="search" />
              </button>
            }
          />
          {SELECTS.map(([key, label, any, options]) => (
            <Select
              key={key}
              className={key === 'sort' ? 'max-md:col-span-2 md:col-span-2 lg:col-span-1' : undefined}
              label={t(label)}
              name={key}
              value={filters[key] ?? ''}
              onChange={(event) => apply(key, event.target.value)}
            >
              <option value="">{t(any)}</option>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {t(text)}
                </option>
              ))}
            </Select>
          ))}
        </div>
      </form>
      <div className="mt-4 flex min-h-9 flex-wrap items-center gap-2">
        <p role="status" className="me-2 text-13 text-ink-2">
          {total === undefined ? '' : t('properties.count', { count: total })}
        </p>
        <Applied />
      </div>
    </div>
  )
}

/** Applies what was typed or selected in the server's page before hydration, or restored by the browser. */
function useEarlyChoices() {
  const form = useRef<HTMLFormElement>(null)
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    const early = form.current ? earlyChoices(form.current, readFilters(params)) : []
    if (early.length === 0) return
    const next = early.reduce((so, [key, value]) => withFilter(so, key, value), params)
    setParams(next, { replace: true, preventScrollReset: true })
  }, []) // eslint-disable-line react-hooks/exhaustive-deps -- only once, on hydration
  return form
}

/**
 * Returns the controls whose value differs from the applied filter. Ignores a select that has no option for the applied
 * value.
 */
function earlyChoices(form: HTMLFormElement, filters: Filters): [FilterKey, string][] {
  return [...form.elements].flatMap((control): [FilterKey, string][] => {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return []
    const key = control.name as FilterKey
    const [value, applied] = [control.value.trim(), filters[key] ?? '']
    const offered = !(control instanceof HTMLSelectElement) || [...control.options].some((one) => one.value === applied)
    return value === applied || !offered ? [] : [[key, value]]
  })
}

/** Lists the applied filters, each with a button that removes it. */
function Applied() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const applied = SELECTS.filter(([key]) => key !== 'sort' && filters[key])
  const remove = (key: FilterKey) => setParams(withFilter(params, key, ''), { preventScrollReset: true })
  return (
    <>
      {filters.q && <Chip text={`“${filters.q}”`} onRemove={() => remove('q')} />}
      {applied.map(([key, , , options]) => {
        const label = options.find(([value]) => value === filters[key])?.[1]
        return <Chip key={key} text={label ? t(label) : filters[key]!} onRemove={() => remove(key)} />
      })}
      {(filters.q || applied.length > 0) && (
        <Button kind="quiet" size="s" onClick={() => setParams({}, { preventScrollReset: true })}>
          {t('properties.clear')}
        </Button>
      )}
    </>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('properties.filter.remove', { name: text })}
      className="inline-flex min-h-8 items-center max-md:min-h-11 gap-1.5 rounded-full border border-line bg-surface ps-3 pe-2 text-13 hover:border-line-strong"
    >
      <bdi>{text}</bdi>
      <Icon name="cross" size={14} className="text-ink-2" />
    </button>
  )
}
