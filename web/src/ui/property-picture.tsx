import type { PropertySummary } from '@hissa/contracts/property'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import type { DrawingShape } from '../lib/drawing.js'
import { Picture } from './picture.js'
import { PropertyDrawing } from './property-drawing.js'

interface PropertyPictureProps {
  property: Pick<PropertySummary, 'pictures' | 'drawing'>
  /** The property's name, for the text alternative. */
  title: string
  sizes: string
  shape?: DrawingShape
  priority?: boolean
}

/** Renders the first picture of a property, labelled if it is an illustration, or the drawing if it has none. */
export function PropertyPicture({ property, title, shape = 'card', ...props }: PropertyPictureProps) {
  const t = useT()
  const picture = property.pictures[0]
  if (!picture)
    return <PropertyDrawing drawing={property.drawing} shape={shape} label={t('ui.picture.drawing', { title })} />
  return (
    <>
      <Picture picture={picture} alt={t(`ui.picture.${picture.kind}`, { title })} {...props} />
      {picture.illustration && <IllustrationMark />}
    </>
  )
}

interface PropertyThumbProps {
  property: PropertyPictureProps['property']
  className?: string
  sizes?: string
}

/** Renders the first picture small, beside the name that says what it is. */
export function PropertyThumb({ property, className, sizes = '64px' }: PropertyThumbProps) {
  const [picture] = property.pictures
  return (
    <span
      className={cx('block aspect-[4/3] shrink-0 overflow-hidden rounded-s border border-line bg-ground', className)}
    >
      {picture ? (
        <Picture picture={picture} alt="" sizes={sizes} />
      ) : (
        <PropertyDrawing drawing={property.drawing} shape="card" label="" />
      )}
    </span>
  )
}

/** Labels a picture of an invented building. Its container is positioned. */
export function IllustrationMark({ className = 'start-4 bottom-3 md:start-5' }: { className?: string }) {
  const t = useT()
  return (
    <span className={cx('absolute -mx-1 rounded-s bg-ground/80 px-1 text-12 text-ink-2', className)}>
      {t('ui.picture.illustration')}
    </span>
  )
}
