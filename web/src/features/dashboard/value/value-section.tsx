import { useState } from 'react'
import { useGetValueOverTimeQuery, type ValueOverTime } from '../../../api/valuations-api.js'
import { useT } from '../../../i18n/i18n.js'
import { dubaiDate } from '../../../lib/quarter.js'
import { useAmountsHidden } from '../../../lib/use-amounts-hidden.js'
import { Button } from '../../../ui/button.js'
import { Loading, Skeleton } from '../../../ui/states.js'
import { ReturnFigures } from './return-figures.js'
import { ValueChart } from './value-chart.js'
import { type Range, RANGES, shownIn } from './value-range.js'

/** Shows what the user's holdings were worth over time, beside what was contributed, with every event. */
export default function ValueSection({ asOf }: { asOf: string }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetValueOverTimeQuery()
  return (
    <section>
      <h2 className="mb-3 text-26">{t('valuations.overTime')}</h2>
      {data ? (
        <Content data={data} today={dubaiDate(asOf)} />
      ) : error && !isFetching ? (
        <p className="flex flex-wrap items-center gap-3 text-15 text-ink-2">
          {t('valuations.overTimeError')}
          <Button kind="secondary" size="s" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </p>
      ) : (
        <Loading label={t('valuations.loading')}>
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
    </section>
  )
}

function Content({ data, today }: { data: ValueOverTime; today: string }) {
  const t = useT()
  const isHidden = useAmountsHidden()
  const [range, setRange] = useState<Range>('all')
  const shown = shownIn(data, range, today)
  if (!shown) return <p className="max-w-[64ch] text-15 text-ink-2">{t('valuations.overTimeNone')}</p>
  if (isHidden) return <p className="text-15 text-ink-2">{t('valuations.hidden')}</p>
  return (
    <>
      <p className="max-w-[64ch] text-15 text-ink-2">{t('valuations.overTimeText')}</p>
      <div role="group" aria-label={t('valuations.range')} className="flex flex-wrap gap-2 py-3 print:hidden">
        {RANGES.map((name) => (
          <Button
            key={name}
            size="s"
            kind={name === range ? 'soft' : 'secondary'}
            aria-pressed={name === range}
            onClick={() => setRange(name)}
          >
            {t(`valuations.range.${name}`)}
          </Button>
        ))}
      </div>
      <ValueChart shown={shown} />
      {data.returns && <ReturnFigures returns={data.returns} />}
    </>
  )
}
