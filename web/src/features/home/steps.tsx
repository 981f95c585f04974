import type { PropertySummary } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { Text, useLocale, useT } from '../../i18n/i18n.js'
import { formatPercent } from '../../lib/format.js'
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
  const locale = useLocale()
  const { expectedReturn } = property.offering
  const figures = quote(effectiveMinimumFils(property), property)
  if (!expectedReturn || figures.yearlyFils === null) return null
  return (
    <p className="mt-8 max-w-[80ch] rounded-m border border-line bg-surface px-5 py-4 text-15 text-ink-2">
      <Text
        id="home.steps.example"
        values={{
          title: titleOf(property, locale),
          shares: figures.units,
          percent: formatPercent(expectedReturn.basisPoints, locale),
        }}
        components={{
          amount: <Money fils={figures.amountFils} className="text-ink" />,
          fee: <Money fils={figures.feeFils} className="text-ink" />,
          income: <Money fils={figures.yearlyFils} className="text-ink" />,
        }}
      />
    </p>
  )
}
