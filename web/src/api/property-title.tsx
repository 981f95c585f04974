import { useLocale } from '../i18n/i18n.js'
import { titleOf } from '../lib/property.js'
import { useGetPropertyQuery } from './api.js'

interface PropertyRef {
  slug: string
  title: string
}

/**
 * The name of a property that an order or a holding speaks of, in the reader's language. Those carry the English name
 * only; for any other the property is asked, once for as long as it is remembered.
 */
export function usePropertyTitle({ slug, title }: PropertyRef): string {
  const locale = useLocale()
  const { data } = useGetPropertyQuery(slug, { skip: locale === 'en' || slug === '' })
  return data && locale !== 'en' ? titleOf(data, locale) : title
}

/** That name, kept apart from the text around it. */
export function PropertyTitle({ property }: { property: PropertyRef }) {
  return <bdi>{usePropertyTitle(property)}</bdi>
}
