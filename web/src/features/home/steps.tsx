import type { PropertySummary } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatPercent, offeringText } from '../../lib/format.js'
import { formatCount } from '../../lib/format-count.js'
import { quote } from '../../lib/invest-amount.js'
import { effectiveMinimumFils } from '../../lib/offering.js'
import { titleOf } from '../../lib/property.js'
import { Money } from '../../ui/money.js'
import { ShareGrid } from '../../ui/share-grid.js'

const STEPS = ['buy', 'earn', 'leave'] as const

/** Explains investing in three steps, with the figures of a real offering if there is one. */
export function Steps({ example }: { example: PropertySummary | undefined }) {
  const t = useT()
  return (
    <section id="how" className="frame scroll-mt-6 pt-24" aria-labelledby="how-title">
      <h2 id="how-title" className="pb-8 text-34">
        {t('home.steps.title')}
      </h2>
      <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
        {STEPS.map((step, index) => (
          <li key={step} className="flex flex-col gap-3 border-t border-line-strong pt-5">
            <StepPicture index={index} />
            <h3 className="text-22">
              <span className="text-ink-3">{index + 1}. </span>
              {t(`home.steps.${step}.title`)}
            </h3>
            <p className="text-15 text-ink-2">{t(`home.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      {example && <Example property={example} />}
    </section>
  )
}

/** Shows a row of twenty squares; the user's three are further along at each step. */
function StepPicture({ index }: { index: number }) {
  const taken = units([8, 14, 17][index]!)
  return (
    <div className="max-w-[240px] [--grid-ground:var(--ground)]" aria-hidden="true">
      <ShareGrid
        form="line"
        unitsTotal={units(20)}
        unitsTaken={taken}
        unitsMine={units(3)}
        unitPriceFils={fils(1)}
        label=""
      />
    </div>
  )
}

function Example({ property }: { property: PropertySummary }) {
  const t = useT()
  const locale = useLocale()
  const { expectedReturn } = property.offering
  const figures = quote(effectiveMinimumFils(property), property)
  if (!expectedReturn || figures.yearlyFils === null) return null
  const facts = [
    { term: t('home.example.amount'), value: <Money fils={figures.amountFils} /> },
    { term: t('home.example.fee'), value: <Money fils={figures.feeFils} /> },
    { term: t('home.example.shares'), value: formatCount(figures.units) },
    { term: t('home.example.income'), value: <Money fils={figures.yearlyFils} /> },
  ]
  return (
    <div className="mt-10 rounded-m border border-line bg-surface p-5 md:p-6">
      <p className="text-15 font-medium">{t('home.example.title', { title: titleOf(property, locale) })}</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-13 text-ink-2">{term}</dt>
            <dd className="text-22 md:text-26">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[90ch] text-13 text-ink-2">
        {t('home.example.note', {
          percent: formatPercent(expectedReturn.basisPoints, locale),
          basis: offeringText(expectedReturn.basis, locale),
          date: formatDate(expectedReturn.asOf, locale),
        })}
      </p>
    </div>
  )
}
