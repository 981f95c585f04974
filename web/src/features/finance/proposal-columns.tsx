import { useT } from '../../i18n/i18n.js'
import { When } from '../../ui/when.js'
import type { DeskColumn } from './desk-table.js'
import { dubaiText } from './parts.js'
import { Person, usePersonName } from './people.js'

interface Proposed {
  maker: string
  reason: string
  requestedAt: string
}

/** Returns the columns of a list of proposals that tell why, by whom and when each was made. */
export function useProposalColumns<Row>(userId: string, of: (row: Row) => Proposed): Array<DeskColumn<Row>> {
  const t = useT()
  const nameOf = usePersonName()
  const isOwn = (row: Row) => of(row).maker === userId
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
    {
      key: 'maker',
      header: t('finance.column.maker'),
      text: (row) => (isOwn(row) ? t('finance.you') : nameOf(of(row).maker)),
      person: (row) => (isOwn(row) ? undefined : of(row).maker),
      cell: (row) => (isOwn(row) ? t('finance.you') : <Person id={of(row).maker} />),
    },
    {
      key: 'requested',
      header: t('finance.column.requested'),
      text: (row) => dubaiText(of(row).requestedAt),
      cell: (row) => <When at={of(row).requestedAt} />,
    },
  ]
}
