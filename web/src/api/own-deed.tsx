import type { HoldingView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../i18n/i18n.js'
import { DocumentButton } from './document-button.js'

interface OwnDeedProps extends Pick<HoldingView, 'property'> {
  className?: string | undefined
}

/** Saves the title deed of a property of which the user has registered shares. */
export function OwnDeed({ property: { propertyId, slug }, className }: OwnDeedProps) {
  const path = `/api/investments/${encodeURIComponent(propertyId)}/deed`
  return (
    <DocumentButton path={path} name={`title-deed-${slug}`} className={className}>
      {useT()('ui.document.deed')}
    </DocumentButton>
  )
}

/** Saves a certificate of the user's registered shares of a property, in the language of the page. */
export function OwnCertificate({ property: { propertyId, slug }, className }: OwnDeedProps) {
  const t = useT()
  const path = `/api/investments/${encodeURIComponent(propertyId)}/certificate?locale=${useLocale()}`
  return (
    <DocumentButton
      path={path}
      name={`certificate-${slug}`}
      missing={t('ui.document.noCertificate')}
      className={className}
    >
      {t('ui.document.certificate')}
    </DocumentButton>
  )
}
