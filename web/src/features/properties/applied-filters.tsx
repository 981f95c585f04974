import { useSearchParams } from 'react-router-dom'
import { useLocale, useT } from '../../i18n/i18n.js'
import { FILTER_KEYS, readFilters, withFilter, type FilterKey } from '../../lib/property-query.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { CHOICES } from './filter-choices.js'

/** Lists the applied filters, each with a button that removes it. */
export function AppliedFilters() {
  const t = useT()
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const applied = CHOICES.filter(({ key }) => key !== 'sort' && filters[key])
  const remove = (key: FilterKey) => setParams(withFilter(params, key, ''), { preventScrollReset: true })
  return (
    <>
      {filters.q && <Chip text={`“${filters.q}”`} onRemove={() => remove('q')} />}
      {applied.map(({ key, nameOf }) => (
        <Chip key={key} text={nameOf(filters[key]!, t, locale)} onRemove={() => remove(key)} />
      ))}
      {(filters.q || applied.length > 0) && (
        <Button kind="quiet" size="s" onClick={() => setParams(withoutFilters(params), { preventScrollReset: true })}>
          {t('properties.clear')}
        </Button>
      )}
    </>
  )
}

/** Removes every filter but keeps the order. */
const withoutFilters = (params: URLSearchParams): URLSearchParams =>
  FILTER_KEYS.filter((key) => key !== 'sort').reduce((so, key) => withFilter(so, key, ''), params)

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
