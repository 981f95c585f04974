import type { Property } from '@hissa/contracts/property'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT } from '../../i18n/i18n.js'
import { Skeleton } from '../../ui/states.js'

const Calculator = lazy(() => import('./calculator.js'))
/** The calculator is loaded a little before it scrolls into view. */
const AHEAD = '400px'

/** Shows the calculator of a property that states rent and price. Its code is loaded once the reader is near. */
export function CalculatorSection({ property }: { property: Property }) {
  const t = useT()
  const box = useRef<HTMLElement>(null)
  const asked = useSearchParams()[0].has('years')
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (asked || !globalThis.IntersectionObserver || !box.current) return setNear(true)
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: AHEAD })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [asked])
  const { acquisition, rent } = property
  // What the calculation needs; asking it here would load its code with the page.
  const isStated = rent.some(({ kind }) => kind === 'gross_rent')
  if (!isStated || !acquisition.some(({ kind }) => kind === 'purchase_price')) return null
  const waiting = <Skeleton className="h-[760px] w-full max-md:h-[1180px]" />
  return (
    <section ref={box} id="calculator" className="no-print scroll-mt-4">
      <h2 className="pb-2 text-26">{t('property.calculator.title')}</h2>
      <p className="max-w-[68ch] pb-4 text-15 text-ink-2">{t('property.calculator.lead')}</p>
      {isNear ? (
        <Suspense fallback={waiting}>
          <Calculator property={property} />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  )
}
