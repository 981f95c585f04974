import type { HoldingDifferenceView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../../api/property-title.js'
import { useT } from '../../../i18n/i18n.js'
import { formatCount } from '../../../lib/format-count.js'
import { When } from '../../../ui/when.js'
import { DeskTable, type DeskColumn } from '../desk-table.js'
import { Section } from '../detail-section.js'
import { dubaiText } from '../parts.js'
import { Person } from '../people.js'

/** Shows the holdings that differ from the ledger of shares, both sides beside each other. */
export function HoldingDifferences({ rows }: { rows: readonly HoldingDifferenceView[] }) {
  const t = useT()
  const figure = (key: string, header: string, of: (row: HoldingDifferenceView) => number) => ({
    ...{ key, header, figures: true, order: of },
    text: (row: HoldingDifferenceView) => String(of(row)),
    cell: (row: HoldingDifferenceView) => formatCount(of(row)),
  })
  const columns: Array<DeskColumn<HoldingDifferenceView>> = [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => <PropertyTitle property={property} />,
    },
    {
      key: 'investor',
      header: t('payouts.column.investor'),
      text: ({ userId }) => userId,
      person: ({ userId }) => userId,
      cell: ({ userId }) => <Person id={userId} />,
    },
    figure('ledger', t('reconciliation.shares.ledger'), ({ ledgerUnits }) => ledgerUnits),
    figure('holding', t('reconciliation.shares.holding'), ({ holdingUnits }) => holdingUnits),
    figure('ledgerRegistered', t('reconciliation.registered.ledger'), ({ ledgerRegistered }) => ledgerRegistered),
    figure('holdingRegistered', t('reconciliation.registered.holding'), ({ holdingRegistered }) => holdingRegistered),
    {
      key: 'opened',
      header: t('finance.column.opened'),
      text: ({ openedAt }) => dubaiText(openedAt),
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
  ]
  return (
    <Section title={t('reconciliation.holdings')} empty="" rows={rows}>
      {(caption, shown) => (
        <>
          <p className="mb-2 max-w-[72ch] text-13 text-ink-2">{t('reconciliation.about.holdings')}</p>
          <DeskTable
            {...{ caption, columns, rows: shown }}
            rowKey={({ differenceId }) => differenceId}
            file="holding-differences"
          />
        </>
      )}
    </Section>
  )
}
