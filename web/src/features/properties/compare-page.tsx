import type { Property } from '@hissa/contracts/property'
import { useSearchParams } from 'react-router-dom'
import { useGetPropertyQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { comparePath, readSlugs } from '../../lib/compared.js'
import { cx } from '../../lib/cx.js'
import { titleOf } from '../../lib/property.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { Link, TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/states.js'
import { useComparedRows, useYieldBases } from './compared-rows.js'

/** `/properties/compare?ids=`: two or three properties side by side. */
export default function ComparePage() {
  const t = useT()
  const [params] = useSearchParams()
  const slugs = readSlugs(params.get('ids'))
  const { properties, missing, error, isLoading, refetch } = useProperties(slugs)
  return (
    <div className="frame">
      <PageHead title={t('properties.compare.title')} status={error && 503} private />
      <PageHeader
        title={t('properties.compare.title')}
        lead={t('properties.compare.lead')}
        actions={
          <ButtonLink kind="secondary" to={`/properties${slugs.length > 0 ? `?compare=${slugs.join(',')}` : ''}`}>
            {t('properties.compare.back')}
          </ButtonLink>
        }
      />
      {error ? (
        <ErrorState
          title={t('properties.error.title')}
          text={error.detail}
          reference={error.reference}
          action={<Button onClick={refetch}>{t('ui.tryAgain')}</Button>}
        />
      ) : isLoading ? (
        <Loading label={t('properties.loading')} onRetry={refetch} />
      ) : (
        <>
          {missing > 0 && (
            <div className="pb-6">
              <Notice tone="info">{t('properties.compare.missing', { count: missing })}</Notice>
            </div>
          )}
          {properties.length === 0 ? (
            <EmptyState
              title={t('properties.compare.none.title')}
              text={t('properties.compare.none.text')}
              action={<ButtonLink to="/properties">{t('properties.compare.back')}</ButtonLink>}
            />
          ) : (
            <Comparison properties={properties} />
          )}
        </>
      )}
    </div>
  )
}

/** Returns the properties that exist, how many don't, and the first failure of another kind. */
function useProperties(slugs: readonly string[]) {
  const queries = [useOne(slugs[0]), useOne(slugs[1]), useOne(slugs[2])]
  const errors = queries.flatMap(({ error }) => (error ? [error as ApiError] : []))
  return {
    properties: queries.flatMap(({ data }) => (data ? [data] : [])),
    missing: errors.filter(({ status }) => status === 404).length,
    error: errors.find(({ status }) => status !== 404),
    isLoading: queries.some(({ isLoading }) => isLoading),
    refetch: () => {
      for (const { error, refetch } of queries) if (error) void refetch()
    },
  }
}

const useOne = (slug: string | undefined) => useGetPropertyQuery(slug ?? '', { skip: slug === undefined })

const COLUMNS: Record<number, string> = {
  1: 'max-md:grid-cols-1',
  2: 'max-md:grid-cols-2',
  3: 'max-md:grid-cols-3',
}

/**
 * Shows one column for each property. On phones the name of a row is above its values. The roles are explicit because
 * changing `display` removes them.
 */
function Comparison({ properties }: { properties: readonly Property[] }) {
  const t = useT()
  const locale = useLocale()
  const bases = useYieldBases(properties)
  const hasOneBasis = bases.length === 1
  const rows = useComparedRows({ hasOneBasis })
  const row = cx('border-b border-line max-md:grid max-md:gap-x-3 max-md:py-2', COLUMNS[properties.length])
  const cell = 'align-top md:py-3 md:pe-6'
  return (
    <>
      <table role="table" className="w-full text-13 max-md:block md:table-fixed md:text-15">
        <caption className="sr-only">{t('properties.compare.title')}</caption>
        <thead role="rowgroup" className="max-md:block">
          <tr role="row" className={row}>
            <td role="cell" className="w-[22%] max-md:hidden" />
            {properties.map((property) => (
              <th
                key={property.propertyId}
                role="columnheader"
                scope="col"
                className={cx(cell, 'text-start font-medium')}
              >
                <TextLink to={`/properties/${property.slug}`} className="inline-flex min-h-11 items-center md:text-18">
                  {titleOf(property, locale)}
                </TextLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map(({ name, value }) => (
            <tr key={name} role="row" className={row}>
              <th
                role="rowheader"
                scope="row"
                className={cx(cell, 'text-start font-normal text-ink-2 max-md:col-span-full')}
              >
                {name}
              </th>
              {properties.map((property) => (
                <td key={property.propertyId} role="cell" className={cell}>
                  {value(property)}
                </td>
              ))}
            </tr>
          ))}
          <tr role="row" className={row}>
            <td role="cell" className="max-md:hidden" />
            {properties.map((property) => (
              <td key={property.propertyId} role="cell" className={cell}>
                <Removal properties={properties} property={property} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {hasOneBasis && (
        <p className="pt-4 text-13 text-ink-2">
          {t('properties.netYield')}: {bases[0]}
        </p>
      )}
      <p className="pt-4 text-13 text-ink-2">{t('properties.compare.risk')}</p>
    </>
  )
}

function Removal({ properties, property }: { properties: readonly Property[]; property: Property }) {
  const t = useT()
  const locale = useLocale()
  const rest = properties.filter((each) => each !== property).map(({ slug }) => slug)
  return (
    <Link
      to={comparePath(rest)}
      className="inline-flex min-h-11 items-center text-13 text-ink-2 underline underline-offset-3"
    >
      {t('properties.compare.remove')}
      <span className="sr-only">: {titleOf(property, locale)}</span>
    </Link>
  )
}
