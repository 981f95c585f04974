import { useT } from '../../i18n/i18n.js'
import type { DeskColumn } from './desk-table.js'
import { Code, When } from './parts.js'

interface Proposed {
  maker: string
  reason: string
  requestedAt: string
}

/** Returns the columns of a list of proposals that tell why, by whom and when each was made. */
export function useProposalColumns<Row>(userId: string, of: (row: Row) => Proposed): Array<DeskColumn<Row>> {
  const t = useT()
  const by = (row: Row) => (of(row).maker === userId ? t('finance.you') : of(row).maker.slice(-8))
  return [
    {
      key: 'reason',
      header: t('finance.field.reason'),
      text: (row) => of(row).reason,
      cell: (row) => (
        <span className="block max-w-80 break-words">
          <bdi>{of(row).reason}</bdi>
        </span>
      ),
    },
    { key: 'maker', header: t('finance.column.maker'), text: by, cell: (row) => <Code text={by(row)} /> },
    {
      key: 'requested',
      header: t('finance.column.requested'),
      text: (row) => of(row).requestedAt,
      cell: (row) => <When at={of(row).requestedAt} />,
    },
  ]
}
