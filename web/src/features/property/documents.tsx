import { LANGUAGES } from '@hissa/texts'
import type { Property, PropertyDocument } from '@hissa/contracts/property'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { documentPath, documentPdfPath } from '../../lib/property.js'
import { Icon } from '../../ui/icons.js'

/** Lists the offering's documents in every language, the user's first, each with its version, size and fingerprint. */
export function Documents({ property }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const order = (document: PropertyDocument) => (document.locale === locale ? 0 : 1)
  const ids = [...new Set(property.documents.map(({ id }) => id))]
  if (ids.length === 0) return null
  return (
    <section>
      <h2 className="pb-3 text-26">{t('property.documents.title')}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {ids.map((id) => (
          <DocumentRow
            key={id}
            propertyId={property.propertyId}
            editions={property.documents.filter((edition) => edition.id === id).sort((a, b) => order(a) - order(b))}
          />
        ))}
      </ul>
    </section>
  )
}

const LINK =
  'inline-flex min-h-8 items-center max-md:min-h-11 max-md:min-w-11 text-primary underline underline-offset-3 hover:text-primary-hover'

function DocumentRow({ propertyId, editions }: { propertyId: string; editions: readonly PropertyDocument[] }) {
  const t = useT()
  const first = editions[0]!
  return (
    <li className="flex flex-col gap-1 py-3 md:flex-row md:items-center md:justify-between md:gap-6">
      <div className="flex items-start gap-3">
        <Icon name="document" className="mt-0.5 text-ink-2" />
        <div>
          <p className="text-15">{first.title}</p>
          <p className="text-13 text-ink-2">
            {t('property.documents.facts', {
              version: first.version,
              size: formatCount(Math.ceil(first.sizeBytes / 1024)),
            })}{' '}
            <bdi dir="ltr" className="font-mono text-12 whitespace-nowrap">
              {first.hash.slice(0, 4)}…{first.hash.slice(-4)}
            </bdi>
          </p>
        </div>
      </div>
      <p className="flex flex-wrap gap-x-6 ps-8 text-15 md:ps-0">
        {editions.map((edition) => (
          <span key={edition.locale} lang={edition.locale} className="flex gap-3">
            <a href={documentPath(propertyId, edition)} target="_blank" rel="noopener" className={LINK}>
              {LANGUAGES[edition.locale].name}
              <span className="sr-only">, {first.title}</span>
            </a>
            <a href={documentPdfPath(propertyId, edition)} target="_blank" rel="noopener" className={LINK}>
              PDF
              <span className="sr-only">
                , {LANGUAGES[edition.locale].name}, {first.title}
              </span>
            </a>
          </span>
        ))}
      </p>
    </li>
  )
}
