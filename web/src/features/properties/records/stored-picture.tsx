import type { PropertyRecord } from '@hissa/contracts/property'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { captionOf } from '../../../lib/property.js'
import { Button } from '../../../ui/button.js'
import { Picture } from '../../../ui/picture.js'
import { PictureFields } from './picture-words.js'
import type { CaptionFaults, PictureWords } from './pictures.js'

export type Shown = PropertyRecord['uploads'][number]
/** Returns the id of the button that moves a picture, which keeps the focus. */
export const moverId = (pictureId: string, steps: -1 | 1) => `picture-${pictureId}-${steps < 0 ? 'earlier' : 'later'}`

interface StoredPictureProps {
  picture: Shown
  index: number
  total: number
  faults: CaptionFaults
  isReadOnly: boolean
  onWords: (words: PictureWords) => void
  onMove: (steps: -1 | 1) => void
  onRemove: () => void
}

/** Renders a stored picture with its caption, and the buttons that move and remove it. */
export function StoredPicture({ picture, index, total, isReadOnly, faults, onWords, ...acts }: StoredPictureProps) {
  const t = useT()
  const locale = useLocale()
  const { pictureId, kind, caption } = picture
  const name = captionOf(picture, locale) || t(`offerings.pictures.kind.${kind}`)
  const isLast = { '-1': index === 0, '1': index === total - 1 }
  return (
    <li className="grid gap-4 rounded-m border border-line bg-surface p-4 md:grid-cols-[160px_minmax(0,1fr)]">
      <span className="relative block aspect-[4/3] w-full self-start overflow-hidden rounded-s border border-line bg-ground">
        <Picture picture={picture} alt={name} sizes="(width >= 768px) 160px, 90vw" fills={kind === 'photo'} />
      </span>
      <div className="flex min-w-0 flex-col gap-4">
        {isReadOnly ? (
          <div className="text-15">
            <p className="text-13 text-ink-2">{t(`offerings.pictures.kind.${kind}`)}</p>
            <p lang="en" dir="ltr">
              {caption.en}
            </p>
            <p lang="ar" dir="rtl">
              {caption.ar}
            </p>
          </div>
        ) : (
          <>
            <PictureFields words={{ kind, caption }} faults={faults} onChange={onWords} />
            <div className="flex flex-wrap items-center gap-3">
              <p className="text-13 text-ink-2">{t('offerings.pictures.position', { position: index + 1, total })}</p>
              {([-1, 1] as const).map((steps) => (
                <Button
                  key={steps}
                  id={moverId(pictureId, steps)}
                  size="s"
                  kind="secondary"
                  disabled={isLast[steps]}
                  aria-label={t(steps < 0 ? 'offerings.pictures.earlierOf' : 'offerings.pictures.laterOf', { name })}
                  onClick={() => acts.onMove(steps)}
                >
                  {t(steps < 0 ? 'offerings.pictures.earlier' : 'offerings.pictures.later')}
                </Button>
              ))}
              <Button
                size="s"
                kind="secondary"
                aria-label={t('offerings.pictures.removeOf', { name })}
                onClick={acts.onRemove}
              >
                {t('offerings.pictures.remove')}
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  )
}
