import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import { formatCount } from '../../lib/format-count.js'
import { Money } from '../../ui/money.js'
import type { TrackRecord as Figures } from './track-record-api.js'

/**
 * Shows what the platform has done so far, each figure with its basis, and the newest register with a link to its
 * entries. What has not happened yet is left out, and so is the section while nothing has.
 */
export function TrackRecord({ figures }: { figures: Figures | undefined }) {
  const t = useT()
  const locale = useLocale()
  if (!figures || isEmpty(figures)) return null
  const { asOf, registered, incomePaid, released, register } = figures
  return (
    <section className="frame pt-16" aria-labelledby="track-record">
      <h2 id="track-record" className="text-26 md:text-34">
        {t('home.record.title')}
      </h2>
      <p className="mt-2 text-13 text-ink-2">{t('home.record.asOf', { date: formatDate(asOf, locale) })}</p>
      <dl className="mt-6 grid gap-x-8 gap-y-6 border-t border-line pt-6 md:grid-cols-2 lg:grid-cols-4">
        {registered.units > 0 && (
          <Figure label={t('home.record.registered.label')} value={formatCount(registered.units)}>
            {t('home.record.registered.basis', { count: registered.properties })}
          </Figure>
        )}
        {incomePaid.lastPaidAt && (
          <Figure label={t('home.record.income.label')} value={<Money fils={incomePaid.amountFils} decimals={0} />}>
            {t('home.record.income.basis', {
              count: incomePaid.distributions,
              date: formatDate(incomePaid.lastPaidAt, locale),
            })}
          </Figure>
        )}
        {released.amountFils > 0 && (
          <Figure label={t('home.record.released.label')} value={<Money fils={released.amountFils} decimals={0} />}>
            {t('home.record.released.basis', { count: released.raises })}
          </Figure>
        )}
        {register && (
          <Figure label={t('home.record.register.label')} value={formatDate(register.asOf, locale)}>
            <Register register={register} />
          </Figure>
        )}
      </dl>
    </section>
  )
}

const isEmpty = ({ registered, incomePaid, released, register }: Figures) =>
  registered.units === 0 && incomePaid.distributions === 0 && released.amountFils === 0 && !register

function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dd className="max-w-[30ch] text-12 text-ink-2">{children}</dd>
      <dt className="text-13 text-ink-2">{label}</dt>
      <dd className="text-26 leading-tight tracking-[-0.03em] whitespace-nowrap">{value}</dd>
    </div>
  )
}

/** Anyone can compute the root again from the entries. */
function Register({ register: { sequence, root, anchor } }: { register: NonNullable<Figures['register']> }) {
  const t = useT()
  return (
    <>
      {t(anchor ? 'home.record.register.anchored' : 'home.record.register.published', { number: sequence })}{' '}
      <bdi dir="ltr" className="font-mono" title={root}>
        {root.slice(0, 10)}…
      </bdi>
      <br />
      <a
        href={`/api/register/${sequence}`}
        className="inline-flex min-h-6 items-center underline hover:text-ink max-md:min-h-11"
      >
        {t('home.record.register.check')}
      </a>
    </>
  )
}
