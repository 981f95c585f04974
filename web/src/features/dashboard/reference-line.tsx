import type { OrderView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../api/property-title.js'

/** Shows a property and, below it, the reference of the order. */
export function ReferenceLine({ property, reference }: Pick<OrderView, 'property' | 'reference'>) {
  return (
    <span className="inline-flex flex-col">
      <PropertyTitle property={property} />
      <bdi dir="ltr" className="text-13 whitespace-nowrap text-ink-2 rtl:text-end">
        {reference}
      </bdi>
    </span>
  )
}
