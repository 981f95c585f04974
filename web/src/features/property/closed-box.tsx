import type { Property } from '@hissa/contracts/property'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatDateTime, formatFunded } from '../../lib/format.js'
import { coolingOffEndOf } from '../../lib/offering.js'
import { offeringStatusOf } from '../../lib/property.js'
import { Funding } from './funding.js'

/** Shows why nothing can be bought at the moment, and what happens next and when. */
export function ClosedBox({ property }: { property: Property }) {
  const t = useT()
  const status = offeringStatusOf(property, useServices().nowMs)
  const key = status === 'active' ? 'reserved' : status
  return (
    <>
      <Funding property={property} />
      <p className="mt-4 text-15 font-medium">{t(`property.closed.${key}.title`)}</p>
      <p className="text-13 text-ink-2">
        <Next property={property} state={key} />
      </p>
    </>
  )
}

interface NextProps {
  property: Property
  state: 'upcoming' | 'reserved' | 'closing' | 'funded' | 'completed' | 'failed'
}

function Next({ property: { offering }, state }: NextProps) {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const { deadline, fundedAt, fundedBasisPoints } = offering
  const time = formatDateTime(deadline, locale)
  if (state !== 'funded') return t(`property.closed.${state}.text`, { time })
  // Absent for an offering that closed before its closing was recorded.
  const closedAt = fundedAt ?? deadline
  const endsAt = coolingOffEndOf(closedAt)
  const isOver = Date.parse(endsAt) <= nowMs
  const text = t(isOver ? 'property.closed.funded.ended' : 'property.closed.funded.text', {
    closed: formatDate(closedAt, locale),
    percent: formatFunded(fundedBasisPoints, locale),
    ends: formatDateTime(endsAt, locale),
  })
  if (isOver || Date.parse(deadline) <= nowMs) return text
  return `${text} ${t('property.closed.funded.reopens', { time })}`
}
