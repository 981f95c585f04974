import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLocale, useT } from '../../i18n/i18n.js'
import { readFilters, withFilter, type FilterKey, type Filters } from '../../lib/property-query.js'
import { Button, IconButton } from '../../ui/button.js'
import { Select, TextField } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { AppliedFilters } from './applied-filters.js'
import { CHOICES } from './filter-choices.js'

interface FilterBarProps {
  /** How many properties match; undefined while it is unknown. */
  total: number | undefined
}

/**
 * Renders the filters, as a form that also works by plain GET. A selection applies at once, the search on Enter. On
 * phones the filters are in a sheet, which the browser opens, also before or without the script.
 */
export function FilterBar({ total }: FilterBarProps) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const [search, setSearch] = useState(filters.q ?? '')
  useEffect(() => setSearch(filters.q ?? ''), [filters.q])
  const sheet = useRef<HTMLDivElement>(null)
  const sheetId = useId()
  const apply = (key: FilterKey, value: string) =>
    setParams(withFilter(params, key, value), { preventScrollReset: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sheet.current?.hidePopover?.()
    apply('q', search.trim())
  }
  const form = useEarlyChoices()
  return (
    <div className="mb-6">
      <form ref={form} method="get" role="search" aria-label={t('properties.filter.label')} onSubmit={submit}>
        <div className="grid grid-cols-[1fr_auto] items-end gap-3 md:grid-cols-4 lg:grid-cols-5">
          <TextField
            className="md:col-span-4 lg:col-span-2"
            label={t('properties.filter.search')}
            name="q"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            end={<SearchButton />}
          />
          <SheetButton sheetId={sheetId} filters={filters} />
          <FilterSheet ref={sheet} id={sheetId} filters={filters} total={total} onChoose={apply} />
        </div>
      </form>
      <div className="mt-4 flex min-h-9 flex-wrap items-center gap-2">
        <p role="status" className="me-2 text-13 text-ink-2">
          {total === undefined ? '' : t('properties.count', { count: total })}
        </p>
        <AppliedFilters />
      </div>
    </div>
  )
}

function SearchButton() {
  const t = useT()
  return (
    <button
      type="submit"
      aria-label={t('properties.filter.apply')}
      className="flex size-11 items-center justify-center text-ink-2 hover:text-ink"
    >
      <Icon name="search" />
    </button>
  )
}

/** Opens the sheet, and shows how many filters are applied. */
function SheetButton({ sheetId, filters }: { sheetId: string; filters: Filters }) {
  const t = useT()
  const applied = Object.keys(filters).filter((key) => key !== 'q' && key !== 'sort').length
  return (
    <Button kind="secondary" popoverTarget={sheetId} className="min-h-12 px-4 md:hidden">
      <Icon name="filter" />
      {t('properties.filter.open')}
      {applied > 0 && (
        <bdi className="flex size-6 items-center justify-center rounded-full bg-primary text-13 text-on-primary">
          {applied}
        </bdi>
      )}
    </Button>
  )
}

const SHEET =
  'filter-sheet max-md:m-0 max-md:w-full max-md:max-w-none max-md:flex-col max-md:rounded-t-l max-md:border-t max-md:border-line max-md:bg-surface max-md:text-ink max-md:shadow-float md:contents'

interface FilterSheetProps extends FilterBarProps {
  ref: RefObject<HTMLDivElement | null>
  id: string
  filters: Filters
  onChoose: (key: FilterKey, value: string) => void
}

/** Contains the filters: a sheet at the bottom of a phone, and part of the form on wider screens. */
function FilterSheet({ ref, id, filters, total, onChoose }: FilterSheetProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <div ref={ref} id={id} popover="auto" role="group" aria-label={t('properties.filter.open')} className={SHEET}>
      <div className="flex items-center justify-between ps-4 pe-2 pt-3 pb-1 md:hidden">
        <p aria-hidden="true" className="text-22">
          {t('properties.filter.open')}
        </p>
        <IconButton label={t('ui.close')} popoverTarget={id} popoverTargetAction="hide">
          <Icon name="cross" />
        </IconButton>
      </div>
      <div className="min-h-0 max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:overflow-y-auto max-md:overscroll-contain max-md:px-4 max-md:pb-4 md:contents">
        {CHOICES.map(({ key, label, any, values, nameOf }) => (
          <Select
            key={key}
            label={t(label)}
            name={key}
            value={filters[key] ?? ''}
            onChange={(event) => onChoose(key, event.target.value)}
          >
            <option value="">{t(any)}</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {nameOf(value, t, locale)}
              </option>
            ))}
          </Select>
        ))}
      </div>
      <div className="border-t border-line p-4 md:hidden">
        <Button type="submit" size="l">
          {total === undefined ? t('properties.filter.showAny') : t('properties.filter.show', { count: total })}
        </Button>
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
