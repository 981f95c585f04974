import type { Property, PropertyPicture } from '@hissa/contracts/property'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { captionOf } from '../../lib/property.js'
import { Icon } from '../../ui/icons.js'
import { FactLine } from '../../ui/layout.js'
import { Picture } from '../../ui/picture.js'
import { PropertyDrawing } from '../../ui/property-drawing.js'

const Viewer = lazy(() => import('./gallery-viewer.js'))

const SIZES = '(width >= 768px) 540px, calc(100vw - 32px)'
/** A photograph fills the width of its column. */
const PHOTO_SIZES = '(width >= 1024px) 800px, calc(100vw - 32px)'

/** Returns the width of the main picture on the page. */
export const gallerySizes = ({ kind }: Pick<PropertyPicture, 'kind'>): string =>
  kind === 'photo' ? PHOTO_SIZES : SIZES

/**
 * Shows a property's pictures: one large, the others to choose from, and all of them full screen. Shows the drawing of a
 * property without pictures.
 */
export function Gallery({ property, title }: { property: Property; title: string }) {
  const t = useT()
  const locale = useLocale()
  const [shown, setShown] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { pictures } = property
  const picture = pictures[shown] ?? pictures[0]
  const isPhoto = picture?.kind === 'photo'
  const labels = [
    picture?.illustration && t('ui.picture.illustration'),
    property.sampleData && t('property.sampleData'),
  ]
  return (
    <figure className="relative" aria-label={t('property.gallery.label')}>
      <div className="relative aspect-[4/3] overflow-hidden rounded-m border border-line bg-ground md:aspect-[2/1]">
        {picture ? (
          <>
            <Picture
              picture={picture}
              alt={captionOf(picture, locale) ?? t(`ui.picture.${picture.kind}`, { title })}
              sizes={gallerySizes(picture)}
              priority={shown === 0}
              fills={isPhoto}
              className={isPhoto ? 'size-full' : 'melting mx-auto h-full w-auto'}
            />
            <button
              type="button"
              aria-label={t('property.gallery.open')}
              onClick={() => setOpen(true)}
              className="no-print absolute inset-0 flex cursor-zoom-in items-end justify-end rounded-m p-3 -outline-offset-4"
            >
              <span className="flex size-11 items-center justify-center rounded-full border border-line bg-surface text-ink">
                <Icon name="expand" size={18} />
              </span>
            </button>
          </>
        ) : (
          <PropertyDrawing drawing={property.drawing} shape="wide" label={t('ui.picture.drawing', { title })} />
        )}
        <figcaption className="pointer-events-none absolute start-4 text-12 max-md:bottom-1.5 md:top-3 text-ink-2">
          <FactLine parts={labels.filter((label) => typeof label === 'string')} />
        </figcaption>
      </div>
      {pictures.length > 1 && <Thumbs pictures={pictures} shown={shown} onChoose={setShown} />}
      {isOpen && (
        <Suspense>
          <Viewer pictures={pictures} title={title} first={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </figure>
  )
}

interface ThumbsProps {
  pictures: Property['pictures']
  shown: number
  onChoose: (index: number) => void
}

function Thumbs({ pictures, shown, onChoose }: ThumbsProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <ul className="no-print flex gap-2 overflow-x-auto p-1 max-md:-mx-1 max-md:mt-1 md:absolute md:start-2 md:end-16 md:bottom-2">
      {pictures.map((one, index) => (
        <li key={one.light} className="shrink-0">
          <button
            type="button"
            aria-label={captionOf(one, locale) ?? t(`property.gallery.${one.kind}`)}
            aria-pressed={index === shown}
            onClick={() => onChoose(index)}
            className={cx(
              'block aspect-[4/3] w-15 overflow-hidden rounded-s border bg-ground md:w-20',
              index === shown ? 'border-primary' : 'border-line-strong hover:border-ink-3',
            )}
          >
            {/* The first one uses the file of the large picture. */}
            <Picture
              picture={one}
              alt=""
              sizes={index === 0 ? gallerySizes(one) : '80px'}
              fills={one.kind === 'photo'}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
