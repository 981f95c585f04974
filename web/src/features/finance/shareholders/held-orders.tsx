import type { HeldOrderView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../../api/property-title.js'
import { useT } from '../../../i18n/i18n.js'
import { formatCount } from '../../../lib/format-count.js'
import { TextLink } from '../../../ui/link.js'
import { When } from '../../../ui/when.js'
import type { DeskColumn } from '../desk-table.js'
import { amountColumn, useFileColumns } from '../columns.js'
import { About } from '../frame.js'
import { PagedList } from '../paged-list.js'
import { HoldBadges } from '../order-parts.js'
import { Code } from '../code.js'
import { dubaiText, POLLING } from '../parts.js'
import { Person, usePersonName } from '../people.js'
import { useReadOnce } from '../read-all.js'
import { usePage } from '../use-page.js'
import { endpoints, useListHeldOrdersQuery } from './shareholders-api.js'

/** Paid orders that are not registered until staff have reviewed them, longest first. Finance staff can open each. */
export function HeldOrders({ transfers }: { transfers: boolean }) {
  const t = useT()
  const { after, set } = usePage()
  const list = useListHeldOrdersQuery(after, POLLING)
  const once = useReadOnce()
  const columns = useColumns(transfers)
  const rows = list.data?.orders ?? []
  return (
    <PagedList
      title={t('shareholders.section.held')}
      list={list}
      filters={<About text={t('shareholders.about.held')} />}
      empty={{
        title: t('shareholders.empty.held'),
        text: t('shareholders.emptyText.held'),
        action: [t('finance.showAll'), () => set({ view: 'all' })],
      }}
      columns={columns}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      file="orders-on-hold"
      read={async (page) => {
        const { orders, cursor } = await once(endpoints.listHeldOrders, page)
        return { rows: orders, cursor }
      }}
    />
  )
}

function useColumns(opens: boolean): Array<DeskColumn<HeldOrderView>> {
  const t = useT()
  const nameOf = usePersonName()
  const inFile = useFileColumns()
  return [
    {
      key: 'order',
      header: t('finance.column.order'),
      lead: true,
      text: ({ reference }) => reference,
      cell: ({ orderId, reference, property }) => (
        <span className="inline-flex flex-col items-start">
          {opens ? (
            <TextLink
              to={`/staff/finance?tab=orders&order=${encodeURIComponent(orderId)}`}
              className="font-medium max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              <Code text={reference} />
            </TextLink>
          ) : (
            <span className="font-medium">
              <Code text={reference} />
            </span>
          )}
          <span className="text-ink-2">
            <PropertyTitle property={property} />
          </span>
        </span>
      ),
    },
    inFile.property(({ property }) => property),
    {
      key: 'holds',
      header: t('shareholders.column.why'),
      text: ({ holds }) => holds.map((hold) => t(`finance.hold.${hold}`)).join(' · '),
      cell: ({ holds }) => (
        <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
          <HoldBadges holds={holds} />
        </span>
      ),
    },
    {
      key: 'since',
      header: t('shareholders.column.since'),
      text: ({ since }) => dubaiText(since),
      cell: ({ since }) => <When at={since} />,
    },
    {
      key: 'user',
      header: t('shareholders.column.user'),
      text: ({ userId }) => nameOf(userId),
      person: ({ userId }) => userId,
      cell: ({ userId }) => <Person id={userId} />,
    },
    inFile.investorId(({ userId }) => userId),
    {
      key: 'units',
      header: t('finance.units'),
      figures: true,
      text: ({ units }) => String(units),
      order: ({ units }) => units,
      cell: ({ units }) => formatCount(units),
    },
    amountColumn('total', t('finance.column.total'), ({ totalFils }) => totalFils),
    amountColumn('left', t('finance.column.left'), ({ leftFils, totalFils }) => leftFils ?? totalFils),
    inFile.currency(),
  ]
}
