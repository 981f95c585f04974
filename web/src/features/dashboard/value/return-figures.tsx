import type { Returns } from '@hissa/contracts/investment'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate, formatPercent } from '../../../lib/format.js'

/** Shows both returns of the user's holdings, each with what it means. */
export function ReturnFigures({ returns }: { returns: Returns }) {
  const t = useT()
  const locale = useLocale()
  const { from, to, isAnnual, timeWeightedBasisPoints, moneyWeightedBasisPoints } = returns
  const rateOf = (basisPoints: number) =>
    t(isAnnual ? 'valuations.returns.year' : 'valuations.returns.whole', { rate: formatPercent(basisPoints, locale) })
  const figures = [
    { term: t('valuations.returns.time'), text: t('valuations.returns.timeText'), rate: timeWeightedBasisPoints },
    { term: t('valuations.returns.money'), text: t('valuations.returns.moneyText'), rate: moneyWeightedBasisPoints },
  ]
  return (
    <section className="pt-8">
      <h3 className="text-18">{t('valuations.returns')}</h3>
      <dl className="grid gap-x-10 gap-y-5 pt-3 md:grid-cols-2">
        {figures.map(({ term, text, rate }) => (
          <div key={term} className="border-t border-line pt-3">
            <dt className="text-15 text-ink-2">{term}</dt>
            <dd className="text-22">{rateOf(rate)}</dd>
            <dd className="max-w-[48ch] pt-1 text-13 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[72ch] pt-4 text-13 text-ink-2">
        {t('valuations.returns.period', { from: formatDate(from, locale), to: formatDate(to, locale) })}
      </p>
    </section>
  )
}
