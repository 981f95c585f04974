import type { PropertySummary } from '@hissa/contracts/property'
import { cx } from '../lib/cx.js'
import { Picture } from './picture.js'
import { PropertyDrawing } from './property-drawing.js'

interface PropertyThumbProps {
  property: Pick<PropertySummary, 'pictures' | 'drawing'>
  className?: string
  sizes?: string
}

/** Renders the first picture of a property small, beside the name that says what it is. */
export function PropertyThumb({ property, className, sizes = '64px' }: PropertyThumbProps) {
  const [picture] = property.pictures
  return (
    <span
      className={cx('block aspect-[4/3] shrink-0 overflow-hidden rounded-s border border-line bg-ground', className)}
    >
      {picture ? (
        <Picture picture={picture} alt="" sizes={sizes} fills={picture.kind === 'photo'} />
      ) : (
        <PropertyDrawing drawing={property.drawing} shape="card" label="" />
      )}
    </span>
  )
}
