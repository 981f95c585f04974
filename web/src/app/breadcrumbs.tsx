import { useLocation } from 'react-router-dom'
import { useGetPropertyQuery } from '../api/api.js'
import { useLocale, useT } from '../i18n/i18n.js'
import { splitLocale } from '../lib/locale.js'
import { titleOf } from '../lib/property.js'
import { BreadcrumbTrail, type Crumb } from '../ui/breadcrumbs.js'
import { crumbName } from './layout-rules.js'

/** Screens whose address contains a property. */
const OF_PROPERTIES = ['properties', 'investment-flow', 'tokenization']

/** Shows Home and one crumb for each segment of the path. A property is named by its title. */
export function Breadcrumbs() {
  const t = useT()
  const path = splitLocale(useLocation().pathname)[1].split('/').filter(Boolean)
  // The id of an order, the code of a certificate and the hash of a transaction mean nothing to a reader.
  // The sections of the settings are named on the page.
  const lengths: Record<string, number> = { payment: 1, settings: 1, certificate: 1, card: 1, tokenization: 3 }
  const segments = path.slice(0, lengths[path[0]!])
  const isOfProperty = OF_PROPERTIES.includes(segments[0]!) && path.join('/') !== 'properties/compare'
  const propertyId = isOfProperty ? segments[1] : undefined
  const propertyName = usePropertyName(propertyId)
  const crumbs: Crumb[] = [{ label: t('shell.nav.home'), to: '/' }]
  segments.forEach((segment, index) => {
    const name = crumbName(segment)
    const property = index === 1 && propertyId !== undefined
    const label = property ? propertyName : name ? t(name) : readable(segment)
    const last = index === segments.length - 1
    // A flow's path without a property has no page, and an unnamed segment is not linked.
    const leads = !last && segment !== 'investment-flow' && (property || name !== null)
    const to = !leads ? undefined : `/${segments.slice(0, index + 1).join('/')}`
    crumbs.push({ label, to })
  })
  return <BreadcrumbTrail crumbs={crumbs} />
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // Invalid percent-encoding is shown as it is.
  }
}

/** Shows the property's title; until it has loaded, and for a record's id, "Property Details". */
function usePropertyName(id: string | undefined): string {
  const t = useT()
  const locale = useLocale()
  const { data } = useGetPropertyQuery(id ?? '', { skip: !id })
  return data ? titleOf(data, locale) : t('shell.crumb.propertyDetails')
}
