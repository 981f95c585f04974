import type { PropertySummary } from '@hissa/contracts/property'
import { useSearchParams } from 'react-router-dom'
import { useLocale, useT } from '../../i18n/i18n.js'
import { comparePath, MOST_COMPARED, readSlugs, withCompared, withSlugs } from '../../lib/compared.js'
import { titleOf } from '../../lib/property.js'
import { ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Link } from '../../ui/link.js'

const listAt = (params: URLSearchParams) => `/properties${params.size > 0 ? `?${params}` : ''}`

/** Adds a property to the comparison or removes it, at the foot of its card: a link, so that it works without the script. */
export function CompareChoice({ property }: { property: PropertySummary }) {
  const t = useT()
  const locale = useLocale()
  const [params] = useSearchParams()
  const chosen = readSlugs(params.get('compare'))
  const isChosen = chosen.includes(property.slug)
  if (!isChosen && chosen.length === MOST_COMPARED) return null
  return (
    <Link
      to={listAt(withCompared(params, property.slug))}
      preventScrollReset
      className="relative z-1 mx-4 flex min-h-11 items-center gap-2 border-t border-line text-13 text-ink-2 hover:text-ink md:mx-5"
    >
      <Icon name={isChosen ? 'check' : 'plus'} size={16} />
      {t(isChosen ? 'properties.compare.remove' : 'properties.compare.add')}
      <span className="sr-only">: {titleOf(property, locale)}</span>
    </Link>
  )
}

/** Shows how many properties are chosen and leads to their comparison. Leaves room for the assistant's button. */
export function CompareBar() {
  const t = useT()
  const [params] = useSearchParams()
  const chosen = readSlugs(params.get('compare'))
  if (chosen.length === 0) return null
  return (
    <div className="sticky bottom-4 z-10 mt-6 me-16 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m border border-line bg-surface py-2 ps-4 pe-2 shadow-float md:mx-auto md:w-fit">
      <p className="text-13">
        {chosen.length === 1
          ? t('properties.compare.more')
          : t('properties.compare.chosen', { count: chosen.length, most: MOST_COMPARED })}
      </p>
      <p className="ms-auto flex gap-2">
        <ButtonLink kind="quiet" size="s" to={listAt(withSlugs(params, []))} preventScrollReset>
          {t('properties.compare.clear')}
        </ButtonLink>
        {chosen.length > 1 && (
          <ButtonLink size="s" to={comparePath(chosen)}>
            {t('properties.compare.open')}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
