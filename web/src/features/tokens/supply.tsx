import type { TokenView } from '@hissa/contracts/tokenisation'
import { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { IssuedGrid } from './issued-grid.js'

interface SupplyProps {
  token: TokenView
  /** The issued shares that are the user's. */
  mine: number
}

/** Shows how many shares are issued, as a figure and as the share grid, and how many are to come. */
export function Supply({ token, mine }: SupplyProps) {
  const t = useT()
  const isHidden = useAmountsHidden()
  const { unitsTotal, unitsMinted, unitsAwaiting, holders } = token
  const parts = [
    { term: t('tokens.supply.awaiting'), count: unitsAwaiting },
    { term: t('tokens.supply.open'), count: Math.max(0, unitsTotal - unitsMinted - unitsAwaiting) },
    { term: t('tokens.supply.total'), count: unitsTotal },
    { term: t('tokens.column.holders'), count: holders },
  ]
  return (
    <section aria-label={t('tokens.supply.title')}>
      <p className="text-13 text-ink-2">{t('tokens.supply.title')}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <bdi className="text-40 tracking-[-0.03em] md:text-60">{formatCount(unitsMinted)}</bdi>
        <span className="text-18 text-ink-2">{t('tokens.supply.of', { total: formatCount(unitsTotal) })}</span>
      </p>
      <div className="mt-4">
        <IssuedGrid form="strip" token={token} mine={mine} />
      </div>
      <p className="mt-2 text-13 text-ink-2">
        {t('tokens.supply.squares')} {mine > 0 && !isHidden && t('tokens.supply.own', { count: formatCount(mine) })}
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-10 gap-y-3 text-15 md:flex md:flex-wrap">
        {parts.map(({ term, count }) => (
          <div key={term}>
            <dt className="text-13 text-ink-2">{term}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[64ch] text-13 text-ink-2">{t('tokens.about')}</p>
    </section>
  )
}
