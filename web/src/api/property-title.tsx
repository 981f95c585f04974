import { useLocale } from '../i18n/i18n.js'
import { titleOf } from '../lib/property.js'
import { useGetPropertyQuery } from './api.js'

interface PropertyRef {
  slug: string
  title: string
}

/**
 * Returns a property's name in the user's language. Orders and holdings carry only the English name; other languages
 * are fetched from the property and cached.
 */
export function usePropertyTitle({ slug, title }: PropertyRef): string {
  const locale = useLocale()
  const { data } = useGetPropertyQuery(slug, { skip: locale !== 'ar' || slug === '' })
  return data && locale === 'ar' ? titleOf(data, locale) : title
}

/** Shows the property's name, isolated from the direction of the surrounding text. */
export function PropertyTitle({ property }: { property: PropertyRef }) {
  return <bdi>{usePropertyTitle(property)}</bdi>
}
