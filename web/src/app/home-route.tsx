import { api, useGetHomeQuery, useListPropertiesQuery } from '../api/api.js'
import type { AppStore } from '../api/store.js'
import { HomePage } from '../features/home/home-page.js'
import { getTrackRecord, useGetTrackRecordQuery } from '../features/home/track-record-api.js'
import { PropertyCard } from '../features/properties/card.js'
import { FEATURED_QUERY } from '../lib/property-query.js'

/** Composes the home page with property cards; only `app` may combine features. */
export default function HomeRoute() {
  const { data } = useListPropertiesQuery(FEATURED_QUERY)
  const { data: figures } = useGetHomeQuery()
  const { data: record } = useGetTrackRecordQuery()
  return (
    <HomePage
      figures={figures}
      record={record}
      featured={data?.properties ?? []}
      total={data?.scannedCount ?? 0}
      card={(property) => <PropertyCard key={property.propertyId} property={property} headingLevel={3} />}
    />
  )
}

/** Starts the reads of the page; they end with its data in the store. Failures are shown by the page. */
export const readHome = ({ dispatch }: AppStore, subscribe: boolean) =>
  Promise.all([
    dispatch(api.endpoints.getHome.initiate(undefined, { subscribe })),
    dispatch(getTrackRecord.initiate(undefined, { subscribe })),
    dispatch(api.endpoints.listProperties.initiate(FEATURED_QUERY, { subscribe })),
  ])
