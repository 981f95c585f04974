import type { Property } from '@hissa/contracts/property'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { Icon } from '../../ui/icons.js'
import { FactLine } from '../../ui/layout.js'
import { Picture } from '../../ui/picture.js'
import { PropertyDrawing } from '../../ui/property-drawing.js'

const Viewer = lazy(() => import('./gallery-viewer.js'))

/** Width of the main picture on the page. */
export const GALLERY_SIZES = '(width >= 768px) 540px, calc(100vw - 32px)'

/**
 * Shows a property's pictures: one large, the others to choose from, and all of them full screen. Shows the drawing of a
 * property without pictures.
 */
export function Gallery({ property, title }: { property: Property; title: string }) {
  const t = useT()
  const [shown, setShown] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { pictures } = property
  const picture = pictures[shown] ?? pictures[0]
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
              alt={t(`ui.picture.${picture.kind}`, { title })}
              sizes={GALLERY_SIZES}
              priority={shown === 0}
              className="melting mx-auto h-full w-auto"
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
  return (
    <ul className="no-print flex gap-2 max-md:mt-2 md:absolute md:start-3 md:bottom-3">
      {pictures.map((one, index) => (
        <li key={one.light}>
          <button
            type="button"
            aria-label={t(`property.gallery.${one.kind}`)}
            aria-pressed={index === shown}
            onClick={() => onChoose(index)}
            className={cx(
              'block aspect-[4/3] w-15 overflow-hidden rounded-s border bg-ground md:w-20',
              index === shown ? 'border-primary' : 'border-line-strong hover:border-ink-3',
            )}
          >
            {/* The first one uses the file of the large picture. */}
            <Picture picture={one} alt="" sizes={index === 0 ? GALLERY_SIZES : '80px'} />
          </button>
        </li>
      ))}
    </ul>
  )
}
