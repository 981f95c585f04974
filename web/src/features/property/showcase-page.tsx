import type { Property } from '@hissa/contracts/property'
import { useParams } from 'react-router-dom'
import { useGetPropertyQuery } from '../../api/api.js'
import { SaveButton } from '../../api/save-button.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { offeringStatusOf, descriptionOf, titleOf } from '../../lib/property.js'
import { STATUS } from '../../lib/property-labels.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { StatusBadge } from '../../ui/status.js'
import { DetailFailure, DetailLoading } from './detail-page.js'
import { Funding } from './funding.js'
import { Gallery, gallerySizes } from './gallery.js'
import { KeyFigures } from './key-figures.js'

/** `/property-showcase/:id`: a property's pictures and key figures on one screen, to show or to share. */
export default function ShowcasePage() {
  const id = useParams()['id'] ?? ''
  const { data, error, isFetching, refetch } = useGetPropertyQuery(id, { skip: !id })
  const again = () => void refetch()
  if (data) return <Showcase property={data} />
  if (error && !isFetching) return <DetailFailure id={id} error={error} again={again} />
  return <DetailLoading retry={0} again={again} />
}

function Showcase({ property }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const title = titleOf(property, locale)
  const description = descriptionOf(property, locale)
  const picture = property.pictures[0]
  const status = STATUS[offeringStatusOf(property, useServices().nowMs)]
  return (
    <div className="frame pt-6 pb-24">
      <PageHead
        title={t('property.showcase.title', { title })}
        description={description?.slice(0, 155) ?? t('property.description', { title })}
        picture={picture && { files: picture, sizes: gallerySizes(picture) }}
        preview={picture && `${picture.light}-preview.jpg`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Gallery property={property} title={title} />
        <div className="flex flex-col gap-5">
          <div className="flex items-center justify-between gap-3">
            <StatusBadge tone={status.tone}>{t(status.label)}</StatusBadge>
            <SaveButton property={property} />
          </div>
          <h1 tabIndex={-1} className="text-34 md:text-40">
            {title}
          </h1>
          {description && <p className="max-w-[68ch] text-15 text-ink-2 md:text-18">{description}</p>}
          <KeyFigures property={property} />
          <Funding property={property} />
          <p className="text-13 text-ink-2">{t('property.invest.risk')}</p>
          <p>
            <ButtonLink to={`/properties/${property.slug}`} size="l">
              {t('property.showcase.open')}
            </ButtonLink>
          </p>
        </div>
      </div>
    </div>
  )
}
