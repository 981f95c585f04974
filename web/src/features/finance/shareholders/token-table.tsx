import type { PendingApprovalView } from '@hissa/contracts/investment'
import type { ShareholderTokenView, ShareholderView } from '@hissa/contracts/tokenisation'
import { PropertyTitle, usePropertyTitle } from '../../../api/property-title.js'
import { useT } from '../../../i18n/i18n.js'
import { formatCount } from '../../../lib/format-count.js'
import { tokenPath } from '../../../lib/chain.js'
import { ChainName, IN_CELL } from '../../../ui/chain-name.js'
import { StatusBadge } from '../../../ui/status.js'
import { DeskTable, type DeskColumn } from '../desk-table.js'
import { Section } from '../detail-section.js'
import { useListApprovalsQuery } from '../finance-api.js'
import { POLLING, Proposal, subjectOf, TransferFacts } from '../parts.js'
import { ResolutionActions } from '../resolution-actions.js'
import type { DeskProps } from './shareholders-page.js'

type Props = DeskProps & { shareholder: ShareholderView }

/** The shares of each property; finance staff may propose to transfer them. */
export function Tokens({ shareholder, ...props }: Props) {
  const t = useT()
  const proposals = useListApprovalsQuery({}, { ...POLLING, skip: !props.transfers })
  const columns = useColumns({ shareholder, ...props }, proposals.data?.approvals ?? [])
  return (
    <Section title={t('shareholders.shares')} empty={t('shareholders.noShares')} rows={shareholder.tokens}>
      {(caption, rows) => (
        <DeskTable {...{ caption, rows, columns }} rowKey={({ property }) => property.propertyId} file="shares" />
      )}
    </Section>
  )
}

function useColumns(
  { shareholder, userId, transfers, onTransfer }: Props,
  proposals: readonly PendingApprovalView[],
): Array<DeskColumn<ShareholderTokenView>> {
  const t = useT()
  return [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => <PropertyTitle property={property} />,
    },
    {
      key: 'token',
      header: t('finance.token'),
      text: ({ token }) => token,
      cell: ({ token, property }) => (
        <ChainName
          name={token}
          label={t('shareholders.copy.token')}
          to={tokenPath(property.slug)}
          className={IN_CELL}
        />
      ),
    },
    {
      key: 'frozen',
      header: t('finance.column.state'),
      text: ({ isFrozen }) => t(isFrozen ? 'shareholders.frozen' : 'shareholders.free'),
      cell: ({ isFrozen }) => (
        <StatusBadge tone={isFrozen ? 'bad' : 'good'}>
          {t(isFrozen ? 'shareholders.frozen' : 'shareholders.free')}
        </StatusBadge>
      ),
    },
    {
      key: 'units',
      header: t('finance.units'),
      figures: true,
      text: ({ units }) => String(units),
      order: ({ units }) => units,
      cell: ({ units }) => formatCount(units),
    },
    {
      key: 'awaiting',
      header: t('shareholders.column.awaiting'),
      figures: true,
      text: ({ unitsAwaiting }) => String(unitsAwaiting),
      order: ({ unitsAwaiting }) => unitsAwaiting,
      cell: ({ unitsAwaiting }) => formatCount(unitsAwaiting),
    },
    ...(transfers
      ? [
          {
            key: 'actions',
            header: t('finance.column.actions'),
            end: true,
            bare: true,
            cell: (row: ShareholderTokenView) => (
              <TransferAction {...{ row, shareholder, proposals, userId, onTransfer }} />
            ),
          },
        ]
      : []),
  ]
}

interface TransferActionProps extends Pick<DeskProps, 'userId' | 'onTransfer'> {
  row: ShareholderTokenView
  shareholder: ShareholderView
  proposals: readonly PendingApprovalView[]
}

/** Offers to transfer shares of a property to another investor, or to decide such a proposal. */
function TransferAction({ row: { property, units }, shareholder, proposals, userId, onTransfer }: TransferActionProps) {
  const title = usePropertyTitle(property)
  const id = `${shareholder.userId}:${property.propertyId}`
  const found = proposals.find(({ subject }) => subject.kind === 'holding' && subject.id === id)
  const action = found?.pending.action
  return (
    <span className="flex flex-col gap-2 md:items-end">
      {found && <Proposal inDetail pending={found.pending} />}
      {action?.type === 'transfer_shares' && (
        <span className="text-ink-2 md:text-end">
          <TransferFacts action={action} />
        </span>
      )}
      <ResolutionActions
        {...{ userId, onTask: onTransfer, about: `${title} · ${shareholder.userId}`, retry: false }}
        {...{ pending: found?.pending, own: found?.own ?? shareholder.own }}
        subject={subjectOf('holding', id)}
        types={!found && units > 0 ? ['transfer_shares'] : []}
      />
    </span>
  )
}
