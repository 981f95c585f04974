import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useEffect, useState } from 'react'
import { useServices } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { effectiveMinimumFils } from '../../lib/offering.js'
import { offeringStatusOf } from '../../lib/property.js'
import { Money } from '../../ui/money.js'

/** Shows the entered amount and a link to the invest box on phones, while that box is out of view. */
export function InvestBar({ property, amountFils }: { property: Property; amountFils: Fils | null }) {
  const t = useT()
  const { nowMs } = useServices()
  const [boxInView, setBoxInView] = useState(false)
  useEffect(() => {
    const box = document.getElementById('invest')
    if (!box || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setBoxInView(Boolean(entry?.isIntersecting)), {
      threshold: 0.15,
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  if (offeringStatusOf(property, nowMs) !== 'active' || property.offering.unitsAvailable === 0) return null
  return (
    <div
      inert={boxInView}
      className={cx(
        'foot-bar no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] transition-opacity duration-150 lg:hidden',
        boxInView && 'pointer-events-none opacity-0',
      )}
    >
      <div className="frame flex items-center justify-between gap-4 py-3">
        <p className="text-13 text-ink-2">
          {t(amountFils === null ? 'properties.from' : 'property.invest.amount')}{' '}
          <span className="text-18 text-ink max-md:block">
            <Money fils={amountFils ?? effectiveMinimumFils(property)} />
          </span>
        </p>
        <a
          href="#invest"
          onClick={() => setTimeout(() => document.getElementById('amount')?.focus({ preventScroll: true }), 300)}
          className="inline-flex min-h-11 items-center rounded-s bg-primary px-6 text-15 font-medium text-on-primary hover:bg-primary-hover"
        >
          {t('property.invest.button')}
        </a>
      </div>
    </div>
  )
}
