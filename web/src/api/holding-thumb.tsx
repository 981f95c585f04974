import { PropertyThumb } from '../ui/property-thumb.js'
import { useGetPropertyQuery } from './api.js'

/** Shows a holding's property small; an empty frame until the property has loaded, or if it can't be. */
export function HoldingThumb({ slug, className = '' }: { slug: string; className?: string }) {
  const { data } = useGetPropertyQuery(slug)
  if (data) return <PropertyThumb property={data} className={className} />
  return <span className={`block aspect-[4/3] shrink-0 rounded-s border border-line ${className}`} />
}
