import { useGetHomeQuery, useListPropertiesQuery } from '../api/api.js'
import { HomePage } from '../features/home/home-page.js'
import { PropertyCard } from '../features/properties/card.js'
import { FEATURED_QUERY } from '../lib/property-query.js'

/** Composes the home page with property cards; only `app` may combine features. */
export default function HomeRoute() {
  const { data } = useListPropertiesQuery(FEATURED_QUERY)
  const { data: figures } = useGetHomeQuery()
  return (
    <HomePage
      figures={figures}
      featured={data?.properties ?? []}
      total={data?.scannedCount ?? 0}
      card={(property) => <PropertyCard key={property.propertyId} property={property} headingLevel={3} />}
    />
  )
}
