import type { OrderView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../api/property-title.js'
import { cx } from '../../lib/cx.js'

interface ReferenceLineProps extends Pick<OrderView, 'property' | 'reference'> {
  /** The property is the title of the row's card on narrow screens. */
  lead?: boolean
}

/** Shows a property and, below it, the reference of the order. */
export function ReferenceLine({ property, reference, lead }: ReferenceLineProps) {
  return (
    <span className="inline-flex flex-col">
      <PropertyTitle property={property} />
      <bdi
        dir="ltr"
        className={cx(
          'text-13 whitespace-nowrap text-ink-2 md:text-start rtl:text-end',
          !lead && 'max-md:text-end rtl:max-md:text-start',
        )}
      >
        {reference}
      </bdi>
    </span>
  )
}
