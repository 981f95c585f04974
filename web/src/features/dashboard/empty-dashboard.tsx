import type { Dashboard } from '@hissa/contracts/investment'
import { useListPropertiesQuery } from '../../api/api.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatFunded } from '../../lib/format.js'
import { effectiveMinimumFils, unitsTaken } from '../../lib/offering.js'
import { titleOf } from '../../lib/property.js'
import { FEATURED_QUERY } from '../../lib/property-query.js'
import { ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Card } from '../../ui/layout.js'
import { Link, TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { PropertyPicture } from '../../ui/property-picture.js'
import { ShareGrid } from '../../ui/share-grid.js'

const ORDER = ['registered', 'profile_complete', 'kyc_pending', 'kyc_complete', 'investor_active']

/** Renders the dashboard before the first investment: three steps and two real properties instead of empty charts. */
export function EmptyDashboard({ data }: { data: Dashboard }) {
  const t = useT()
  const reached = ORDER.indexOf(data.userStatus.toLowerCase())
  const steps = [
    { key: 'profile', done: reached >= 1, to: '/onboarding?step=profile' },
    { key: 'identity', done: reached >= 3, to: '/onboarding' },
    { key: 'invest', done: false, to: '/properties' },
  ] as const
  // During a review the user can do nothing about the documents, so the next step is browsing.
  const checking = reached === 2
  const next = steps.find(({ key, done }) => !done && !(checking && key === 'identity'))
  return (
    <div className="grid gap-12 pt-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <section>
        <h2 className="text-26">{t('dashboard.empty.title')}</h2>
        <p className="mt-2 text-15 text-ink-2">{t('dashboard.empty.text')}</p>
        <ol className="my-6 flex flex-col">
          {steps.map(({ key, done, to }, index) => (
            <li key={key} className="flex items-start gap-3 border-t border-line py-3 text-15 last:border-b">
              <span
                className={`flex size-6 shrink-0 items-center justify-center rounded-full border text-13 ${done ? 'border-good text-good' : 'border-line-strong text-ink-2'}`}
              >
                {done ? <Icon name="check" size={14} /> : index + 1}
              </span>
              <span className="flex-1">
                {done ? (
                  t(`dashboard.empty.${key}`)
                ) : (
                  <TextLink to={to} className="inline-flex min-h-11 items-center">
                    {t(`dashboard.empty.${key}`)}
                  </TextLink>
                )}
                <span className="block text-13 text-ink-2">
                  {t(
                    done
                      ? 'dashboard.empty.done'
                      : checking && key === 'identity'
                        ? 'dashboard.todo.await_kyc'
                        : `dashboard.empty.${key}Text`,
                  )}
                </span>
              </span>
            </li>
          ))}
        </ol>
        {next && <ButtonLink to={next.to}>{t(`dashboard.empty.${next.key}Action`)}</ButtonLink>}
      </section>
      <OpenOfferings />
    </div>
  )
}

function OpenOfferings() {
  const t = useT()
  const locale = useLocale()
  const { data } = useListPropertiesQuery(FEATURED_QUERY)
  const properties = data?.properties.slice(0, 2) ?? []
  if (properties.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-22">{t('dashboard.empty.offerings')}</h2>
      <div className="grid gap-5 md:grid-cols-2">
        {properties.map((property) => (
          <Card
            key={property.propertyId}
            className="relative overflow-hidden transition-colors duration-150 hover:border-line-strong"
          >
            <div className="relative aspect-[4/3] border-b border-line bg-ground">
              <PropertyPicture
                property={property}
                title={titleOf(property, locale)}
                sizes="(width >= 1024px) 320px, (width >= 768px) 45vw, calc(100vw - 34px)"
              />
            </div>
            <div className="flex flex-col gap-2 p-4">
              <h3 className="text-18">
                <Link to={`/properties/${property.slug}`} className="after:absolute after:inset-0 after:rounded-m">
                  {titleOf(property, locale)}
                </Link>
              </h3>
              <ShareGrid
                form="strip"
                unitsTotal={property.offering.unitsTotal}
                unitsTaken={unitsTaken(property)}
                unitPriceFils={property.offering.unitPriceFils}
                label={t('ui.grid.label', {
                  taken: unitsTaken(property),
                  total: property.offering.unitsTotal,
                  mine: 0,
                })}
              />
              <p className="flex justify-between gap-3 text-13 text-ink-2">
                <span>
                  {t('dashboard.empty.funded', {
                    percent: formatFunded(property.offering.fundedBasisPoints, locale),
                  })}
                </span>
                <span>
                  {t('dashboard.empty.from')} <Money fils={effectiveMinimumFils(property)} className="text-ink" />
                </span>
              </p>
              {property.sampleData && <p className="text-12 text-ink-3">{t('dashboard.empty.sample')}</p>}
            </div>
          </Card>
        ))}
      </div>
    </section>
  )
}
