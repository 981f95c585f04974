import type { ShareTransferView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { transactionPath } from '../../lib/chain.js'
import { formatDateTime } from '../../lib/format.js'
import { Link } from '../../ui/link.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { DataTable, type Column } from '../../ui/table.js'

/** Lists the latest transfers of shares to and from the user; nothing if there are none. */
export function ShareTransfers({ transfers }: { transfers: readonly ShareTransferView[] }) {
  const t = useT()
  const columns = useColumns()
  if (transfers.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-26">{t('dashboard.transfers')}</h2>
      <DataTable
        caption={t('dashboard.transfers')}
        columns={columns}
        rows={transfers}
        rowKey={({ transferId }) => transferId}
      />
    </section>
  )
}

function useColumns(): Column<ShareTransferView>[] {
  const t = useT()
  const locale = useLocale()
  const isHidden = useAmountsHidden()
  return [
    {
      key: 'property',
      header: t('dashboard.column.property'),
      lead: true,
      cell: ({ property }) => <PropertyTitle property={property} />,
    },
    {
      key: 'shares',
      header: t('dashboard.shares'),
      cell: ({ direction, units }) =>
        isHidden ? t(`dashboard.transfer.${direction}.hidden`) : t(`dashboard.transfer.${direction}`, { count: units }),
    },
    {
      key: 'date',
      header: t('dashboard.column.date'),
      cell: ({ at }) => t('ui.date.exact', { time: formatDateTime(at, locale) }),
    },
    {
      key: 'reason',
      header: t('dashboard.column.reason'),
      end: true,
      cell: (transfer) => <Reason transfer={transfer} />,
    },
  ]
}

/** Shows why shares were transferred, and the transaction that moved them once it is confirmed. */
function Reason({ transfer: { basis, onChain, property } }: { transfer: ShareTransferView }) {
  const t = useT()
  return (
    <span className="inline-flex flex-col items-end gap-1 text-end">
      {t(`dashboard.transfer.${basis}`)}
      {onChain && (
        <Link
          to={transactionPath(property.slug, onChain.transactionHash)}
          className="inline-flex items-center text-13 max-md:min-h-11 text-ink-2 underline underline-offset-3 hover:text-ink"
        >
          {t('dashboard.viewTransaction')}
        </Link>
      )}
    </span>
  )
}
