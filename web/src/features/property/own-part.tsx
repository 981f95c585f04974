import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import { sumUnits, type Units, units } from '@hissa/money'
import { useGetInvestmentsQuery, useGetOrdersQuery } from '../../api/own-api.js'
import { OwnCertificate, OwnDeed } from '../../api/own-deed.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShare, formatTime } from '../../lib/format.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { HiddenFigure } from '../../ui/own-figure.js'

/** What the user owns of a property, and their unpaid reservation. Nothing is loaded for a visitor. */
function useOwnPart({ propertyId }: Pick<Property, 'propertyId'>) {
  const options = { skip: !useSession() }
  const isIt = (one: HoldingView | OrderView) => one.property.propertyId === propertyId
  const holdings = useGetInvestmentsQuery(undefined, options).data?.filter(isIt) ?? []
  const reservation = useGetOrdersQuery(undefined, options).data?.find(
    (order) => isIt(order) && order.state === 'reserved' && order.checkoutUrl !== undefined,
  )
  return { holdings, reservation }
}

/** Returns the user's shares of a property to draw in copper: none while amounts are hidden. */
export function useOwnUnits(property: Pick<Property, 'propertyId'>): Units {
  const { holdings } = useOwnPart(property)
  return useAmountsHidden() ? units(0) : sumUnits(...holdings.map((holding) => holding.units))
}

/** States what the user owns of a property and what they have reserved but not paid for; nothing for anybody else. */
export function OwnPart({ property }: { property: Property }) {
  const t = useT()
  const { holdings, reservation } = useOwnPart(property)
  if (holdings.length === 0 && !reservation) return null
  return (
    <Card
      className="mt-4 flex flex-col gap-4 p-5 md:px-6"
      role="region"
      aria-label={t(holdings.length > 0 ? 'property.own.title' : 'property.own.reservation')}
    >
      {holdings.length > 0 && <Owned holdings={holdings} />}
      {reservation && <Reserved order={reservation} />}
    </Card>
  )
}

function Owned({ holdings }: { holdings: readonly HoldingView[] }) {
  const t = useT()
  const locale = useLocale()
  const isHidden = useAmountsHidden()
  const count = sumUnits(...holdings.map((holding) => holding.units))
  const registered = sumUnits(...holdings.map(({ allottedUnits }) => allottedUnits))
  const parts = holdings.reduce((sum, { sharePartsPerMillion }) => sum + sharePartsPerMillion, 0)
  const deed = holdings.find(({ hasDeed }) => hasDeed)
  const state = registered === 0 ? 'pending' : registered === count ? 'registered' : isHidden ? 'partly' : 'some'
  return (
    <div>
      <p className="text-13 text-ink-2">{t('property.own.title')}</p>
      <p className="text-26 text-mine">{isHidden ? <HiddenFigure /> : t('property.invest.shares', { count })}</p>
      <p className="mt-1 text-13 text-ink-2">
        {!isHidden && `${t('property.own.part', { percent: formatShare(parts, locale) })} `}
        {t(`property.own.${state}`, { registered, count })}
      </p>
      <p className="flex flex-wrap items-center gap-x-6 text-15">
        <TextLink to="/investor-dashboard" className="inline-flex min-h-11 items-center">
          {t('property.own.link')}
        </TextLink>
        {deed && <OwnDeed property={deed.property} />}
        {deed && <OwnCertificate property={deed.property} />}
      </p>
    </div>
  )
}

function Reserved({ order }: { order: OrderView }) {
  const t = useT()
  const time = formatTime(order.expiresAt)
  const isHidden = useAmountsHidden()
  return (
    <div className="border-t border-line pt-4 first:border-0 first:pt-0">
      <p className="text-15">
        {t(isHidden ? 'property.own.reserved.hidden' : 'property.own.reserved', { count: order.units, time })}
      </p>
      <p className="text-13 text-ink-2">{t('property.own.unpaid')}</p>
      <a
        href={order.checkoutUrl}
        className="inline-flex min-h-11 items-center text-15 text-primary underline underline-offset-3 hover:text-primary-hover"
      >
        {t('property.own.pay')}
      </a>
    </div>
  )
}
