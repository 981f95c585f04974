import type { PropertySummary } from '@hissa/contracts/property'
import { useLocale, useT } from '../i18n/i18n.js'
import { captionOf } from '../lib/property.js'
import { Picture } from './picture.js'
import { PropertyDrawing } from './property-drawing.js'

interface PropertyPictureProps {
  property: Pick<PropertySummary, 'pictures' | 'drawing'>
  /** The property's name, for the text alternative. */
  title: string
  sizes: string
}

/**
 * Renders the first picture of a property, labelled if it is an illustration, or the drawing if it has none. Its
 * container is positioned.
 */
export function PropertyPicture({ property, title, sizes }: PropertyPictureProps) {
  const t = useT()
  const locale = useLocale()
  const picture = property.pictures[0]
  if (!picture)
    return <PropertyDrawing drawing={property.drawing} shape="card" label={t('ui.picture.drawing', { title })} />
  return (
    <>
      <Picture
        picture={picture}
        alt={captionOf(picture, locale) ?? t(`ui.picture.${picture.kind}`, { title })}
        sizes={sizes}
        fills={picture.kind === 'photo'}
      />
      {picture.illustration && (
        <span className="absolute start-4 bottom-3 text-12 text-ink-2 md:start-5">{t('ui.picture.illustration')}</span>
      )}
    </>
  )
}
