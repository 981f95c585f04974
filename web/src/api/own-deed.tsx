import type { HoldingView } from '@hissa/contracts/investment'
import { useT } from '../i18n/i18n.js'
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
