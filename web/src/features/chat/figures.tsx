import type { Figure } from '@hissa/contracts/chat'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Money } from '../../ui/money.js'
import { HiddenFigure } from '../../ui/own-figure.js'

/** Lists the values of an answer and when they were read. `isHidden` hides amounts and shares. */
export function Figures({ figures, isHidden }: { figures: readonly Figure[]; isHidden: boolean }) {
  const t = useT()
  const locale = useLocale()
  if (figures.length === 0) return null
  const times = [...new Set(figures.map(({ asOf }) => t('chat.asOf', { time: formatDateTime(asOf, locale) })))]
  return (
    <div className="mt-3 rounded-m border border-line px-3 py-2">
      <dl className="flex flex-col gap-1 text-13">
        {figures.map((figure, index) => (
          <div key={index} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-2">
              <bdi>{figure.label}</bdi>
            </dt>
            <dd className="ms-auto text-end text-15 text-ink">
              <Value figure={figure} isHidden={isHidden} />
              {times.length > 1 && (
                <span className="block text-12 text-ink-2">
                  {t('chat.asOf', { time: formatDateTime(figure.asOf, locale) })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {times.length === 1 && <p className="mt-1 text-12 text-ink-2">{times[0]}</p>}
    </div>
  )
}

function Value({ figure, isHidden }: { figure: Figure; isHidden: boolean }) {
  if (isHidden && (figure.kind === 'fils' || figure.kind === 'units')) return <HiddenFigure />
  return figure.kind === 'fils' ? <Money fils={figure.valueFils} /> : <bdi>{figure.shown}</bdi>
}
